//! How BurrTools' voxels lie in our lattices.
//!
//! BurrTools counts voxels by x, y and z. Seen from the end of z, x goes to the right and y away from
//! the reader; here columns go to the right, rows towards the reader, and layers up. So a row is a
//! negative y, and nothing is mirrored. Of triangles, those with an even x + y point away from the
//! reader, which is up as we draw them. Spheres lie where x + y + z is even, which are the straight
//! coordinates of the face-centred lattice.

use super::super::model::{Lattice, Point};

/// A place in a voxel space: x, y, z.
pub(super) type Voxel = [i32; 3];

/// The grids of BurrTools that are lattices here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VoxelGrid {
    /// Its type 0.
    Bricks,
    /// Its type 1.
    TriangularPrisms,
    /// Its type 2.
    Spheres,
}

impl VoxelGrid {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Bricks, Self::TriangularPrisms, Self::Spheres];

    /// The number that files have for it.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The lattice that its voxels make.
    pub fn lattice(self) -> Lattice {
        match self {
            Self::Bricks => Lattice::Cubic,
            Self::TriangularPrisms => Lattice::Triangular,
            Self::Spheres => Lattice::FaceCentred,
        }
    }

    /// The grid whose voxels are the cells of a lattice. Squares are flat cubes.
    pub fn of(lattice: Lattice) -> Option<Self> {
        match lattice {
            Lattice::Square | Lattice::Cubic => Some(Self::Bricks),
            Lattice::Triangular => Some(Self::TriangularPrisms),
            Lattice::FaceCentred => Some(Self::Spheres),
            Lattice::Hexagonal => None,
        }
    }

    /// The cell that a voxel is, drawn; `None` between the spheres.
    pub fn drawn(self, [x, y, z]: Voxel) -> Option<Point> {
        match self {
            Self::Bricks | Self::TriangularPrisms => Some([z, -y, x]),
            Self::Spheres => Lattice::FaceCentred.drawn([z, x, -y]),
        }
    }

    /// The voxel that a drawn cell is.
    pub fn voxel(self, point: Point) -> Voxel {
        match self {
            Self::Bricks | Self::TriangularPrisms => [point[2], -point[1], point[0]],
            Self::Spheres => {
                let [layer, a, b] = Lattice::FaceCentred.straighten(point);
                [a, -b, layer]
            }
        }
    }

    /// Moves drawn cells as near to the first layer, row and column as they go without becoming cells
    /// of another kind.
    pub fn move_to_origin(self, points: &mut [Point]) {
        let mut least = least(points);
        // A triangle that points up is shifted onto one that does.
        if self == Self::TriangularPrisms && (least[1] + least[2]) % 2 != 0 {
            least[2] -= 1;
        }
        shift(points, least);
    }

    /// Moves voxels likewise.
    pub fn move_voxels_to_origin(self, voxels: &mut [Voxel]) {
        let mut least = least(voxels);
        let shifted = match self {
            Self::Bricks => 0,
            Self::TriangularPrisms => least[0] + least[1],
            Self::Spheres => least.iter().sum(),
        };
        if shifted % 2 != 0 {
            least[0] -= 1;
        }
        shift(voxels, least);
    }
}

/// The least coordinates of some points.
fn least(points: &[[i32; 3]]) -> [i32; 3] {
    [0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).min().unwrap_or(0))
}

fn shift(points: &mut [[i32; 3]], by: [i32; 3]) {
    for point in points {
        *point = [0, 1, 2].map(|axis| point[axis] - by[axis]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn voxels_and_cells_lead_to_each_other() {
        for grid in VoxelGrid::ALL {
            for voxel in [[0, 0, 0], [3, 1, 2], [-2, 5, 1], [7, -4, -3]] {
                let point = grid.drawn(voxel).unwrap();
                assert_eq!(grid.voxel(point), voxel, "{grid:?}");
            }
        }
        assert_eq!(VoxelGrid::Spheres.drawn([1, 0, 0]), None);
    }

    #[test]
    fn a_shift_never_makes_a_cell_of_another_kind() {
        for voxel in [[2, 1, 0], [3, 2, 1], [4, 4, 0]] {
            for grid in [VoxelGrid::TriangularPrisms, VoxelGrid::Spheres] {
                let kind = |[x, y, z]: Voxel| match grid {
                    VoxelGrid::Spheres => (x + y + z) % 2,
                    _ => (x + y) % 2,
                };
                let mut voxels = [voxel];
                grid.move_voxels_to_origin(&mut voxels);
                assert_eq!(kind(voxels[0]), kind(voxel), "{grid:?} {voxel:?}");
                assert!(voxels[0].iter().all(|&value| (0..2).contains(&value)));
            }
            let points_up = |point: Point| (point[1] + point[2]) % 2 == 0;
            let point = VoxelGrid::TriangularPrisms.drawn(voxel).unwrap();
            let mut points = [point];
            VoxelGrid::TriangularPrisms.move_to_origin(&mut points);
            assert_eq!(points_up(points[0]), points_up(point));
        }
    }
}
