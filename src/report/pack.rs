//! Bytes of a page: deflated, as text.

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Bytes, deflated with a header of zlib's, as base64.
pub(super) fn packed(bytes: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Nothing fails in writing to memory.
    let deflated = encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_default();
    STANDARD.encode(deflated)
}

/// What was packed, as the page unpacks it.
#[cfg(test)]
pub(super) fn unpacked(text: &str) -> Vec<u8> {
    use std::io::Read;

    let deflated = STANDARD.decode(text).unwrap();
    let mut bytes = Vec::new();
    flate2::read::ZlibDecoder::new(&*deflated).read_to_end(&mut bytes).unwrap();
    bytes
}
