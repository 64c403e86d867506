// The view in three dimensions: what lies on a board, to turn, to come nearer and to move apart.

/* global button, element, rest -- text.js */
/* global dispose, letters, materials, solid -- solid.js */

/** How fast the view turns by itself, in turns a minute. */
const SPEED = 2;

/** How often, in milliseconds, and how many times it is looked whether a first point was drawn. */
const [LOOK_MS, MOST_LOOKS] = [10, 100];

class Space {
  constructor() {
    this.frame = element("div", { class: "solid" });
    this.apart = 0.6;
    this.outer = "solid";
    // Letters that the graphics processor has.
    this.handed = new Set();
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.turning = !calm.matches;
    calm.addEventListener("change", () => this.turn(!calm.matches));
    this.turner = button("Turn", () => this.turn(!this.turning));
  }

  /** Shows what lies on the board of a part by its codes; `label` says what that is. */
  show(part, codes, label) {
    const isOther = part !== this.part;
    Object.assign(this, { part, codes, label });
    this.build(isOther);
  }

  /** Makes the view, once. Without WebGL there is none, and the page says so. */
  begin() {
    try {
      this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    } catch {
      this.frame.replaceChildren(element("p", { class: "note" },
        "This browser draws no 3-D (WebGL is off); the flat picture shows the same."));
      this.renderer = null;
      return;
    }
    // What a shader says of itself is of use while it is written only, and takes time.
    this.renderer.debug.checkShaderErrors = false;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    const canvas = this.renderer.domElement;
    canvas.setAttribute("role", "img");
    canvas.tabIndex = 0;
    canvas.addEventListener("keydown", (event) => this.key(event));
    this.scene = new THREE.Scene();
    this.scene.add(new THREE.HemisphereLight("#ffffff", "#8a8f98", 2.1));
    const sun = new THREE.DirectionalLight("#ffffff", 1.5);
    sun.position.set(3, 6, 5);
    this.camera = new THREE.PerspectiveCamera(32, 1, 0.1, 200);
    this.camera.add(sun);
    this.scene.add(this.camera);
    this.controls = new THREE.OrbitControls(this.camera, canvas);
    Object.assign(this.controls, { enableZoom: false, enablePan: false, autoRotateSpeed: SPEED });
    this.controls.autoRotate = this.turning;
    this.controls.addEventListener("change", () => this.request());
    // A finger that moves up or down scrolls the page.
    canvas.style.touchAction = "pan-y";
    const apart = element("input", { type: "range", min: 0, max: 100, value: this.apart * 100,
      oninput: () => {
        this.apart = apart.value / 100;
        this.build(false);
      } });
    this.apartLabel = element("span", {}, "");
    this.outerSelect = element("select", { onchange: () => {
      this.outer = this.outerSelect.value;
      this.build(false);
    } }, [["solid", "solid"], ["clear", "see-through"], ["hidden", "hidden"]].map(
      ([value, text]) => element("option", { value }, text)));
    this.outerField = element("label", {}, "Outer pieces ", this.outerSelect);
    this.frame.replaceChildren(canvas, element("div", { class: "buttons" }, this.turner,
      button("Turn left", () => this.orbit(-0.3, 0), "⟲"), button("Turn right", () => this.orbit(0.3, 0), "⟳"),
      button("Look from higher up", () => this.orbit(0, -0.2), "▲"),
      button("Look from lower down", () => this.orbit(0, 0.2), "▼"),
      button("Nearer", () => this.zoom(0.85), "+"), button("Further away", () => this.zoom(1 / 0.85), "−"),
      element("label", {}, this.apartLabel, apart), this.outerField));
    this.turn(this.turning);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    new IntersectionObserver(([entry]) => {
      this.seen = entry.isIntersecting;
      this.request();
    }).observe(canvas);
  }

  /** Builds the model anew; `anew` says whether the view is to be set too. */
  build(anew) {
    if (this.renderer === undefined) this.begin();
    if (!this.renderer) return;
    const { part } = this;
    if (this.model) {
      this.scene.remove(this.model.group);
      dispose(this.model.group);
    }
    const isTower = part.size[0] === 1;
    this.apartLabel.textContent = isTower ? "Rows apart " : "Layers apart ";
    this.outerField.hidden = !isTower;
    this.model = solid(part, this.codes, this.apart, this.outer);
    this.scene.add(this.model.group);
    this.resize();
    this.renderer.domElement.setAttribute("aria-label",
      `${this.label} in three dimensions; arrow keys turn it, + and - come nearer and go away`);
    this.prepare();
    if (anew) this.camera.position.set(0.25, 0.55, 0.8).setLength(this.far ?? 1);
    // What is larger is looked at from further away, as near as the reader went before.
    const far = this.distance();
    this.camera.position.multiplyScalar(far / (this.far ?? 1));
    this.far = far;
    this.controls.update();
    this.request();
  }

  /**
   * Has what the model is made of made before it is drawn, which would hold up the page: shaders are
   * compiled beside it, and letters are handed over one at a time.
   */
  async prepare() {
    const { renderer, scene, camera } = this;
    const made = [materials.size, letters.size].join();
    if (made === this.made) return;
    this.made = made;
    this.isReady = false;
    await rest();
    // Waiting for what cannot be waited for would be a warning in the reader's console.
    if (renderer.extensions.has("KHR_parallel_shader_compile")) {
      await renderer.compileAsync(scene, camera);
    } else {
      renderer.compile(scene, camera);
      await rest();
    }
    for (const letter of letters.values()) {
      if (this.handed.has(letter)) continue;
      this.handed.add(letter);
      renderer.initTexture(letter);
      await rest();
    }
    // What came to be meanwhile is made by the call for that.
    if (made !== this.made) return;
    await this.rehearse();
    if (made !== this.made) return;
    this.isReady = true;
    this.request();
  }

  /** Draws a single point and waits until that is done: what is left to the first drawing takes longest. */
  async rehearse() {
    const { renderer } = this;
    renderer.setScissor(0, 0, 1, 1);
    renderer.setScissorTest(true);
    renderer.render(this.scene, this.camera);
    renderer.setScissorTest(false);
    const gl = renderer.getContext();
    const drawn = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    for (let look = 0; look < MOST_LOOKS && gl.getSyncParameter(drawn, gl.SYNC_STATUS) !== gl.SIGNALED; look++) {
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
    gl.deleteSync(drawn);
  }

  /** How far away the whole just fits, seen from a little above. */
  distance() {
    const { tall, wide } = this.model;
    const upright = (tall * 0.83 + wide * 0.56) / 2;
    return (Math.max(upright, wide / 2 / this.camera.aspect) / Math.tan(this.camera.fov / 2 * (Math.PI / 180))) * 1.1;
  }

  resize() {
    const width = Math.floor(this.frame.clientWidth);
    if (width === 0 || width === this.width) return;
    this.width = width;
    const height = Math.round(Math.min(width * 0.95, 500));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  /** Draws at the next frame, and goes on while the view turns and is seen. */
  request() {
    if (this.waiting || !this.renderer) return;
    this.waiting = requestAnimationFrame((now) => {
      this.waiting = 0;
      const elapsed = Math.min(0.1, (now - (this.last ?? now)) / 1000);
      this.last = now;
      if (this.turning && this.seen) {
        this.controls.update(elapsed);
        this.request();
      } else {
        this.last = undefined;
      }
      this.draw();
    });
  }

  draw() {
    if (!this.isReady) return;
    this.renderer.render(this.scene, this.camera);
  }

  turn(on) {
    this.turning = on;
    this.turner.textContent = on ? "Stop turning" : "Turn";
    this.turner.setAttribute("aria-label", on ? "Stop turning" : "Turn by itself");
    if (this.controls) {
      this.controls.autoRotate = on;
      this.request();
    }
  }

  /** Goes round what is looked at, by angles in radians. */
  orbit(right, down) {
    const { position } = this.camera;
    const radius = position.length();
    const round = Math.atan2(position.x, position.z) + right;
    const tilt = Math.min(3.05, Math.max(0.09, Math.acos(position.y / radius) + down));
    const flat = Math.sin(tilt) * radius;
    position.set(Math.sin(round) * flat, Math.cos(tilt) * radius, Math.cos(round) * flat);
    this.controls.update();
    this.request();
  }

  zoom(by) {
    this.camera.position.multiplyScalar(by);
    this.controls.update();
    this.request();
  }

  key(event) {
    const zooms = { "+": 0.85, "=": 0.85, "-": 1 / 0.85, "_": 1 / 0.85, "−": 1 / 0.85 };
    if (zooms[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.zoom(zooms[event.key]);
      return;
    }
    const steps = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this.orbit(...step);
  }
}
