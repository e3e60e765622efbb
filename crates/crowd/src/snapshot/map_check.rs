//! Which map a crowd belongs to: a number that follows from the map's walls, in whatever order they came.

use navigant_mesh::Map;
use navigant_mesh::internals::MapInternals as _;

/// The sum over all sides of free faces that are walls, and over all vertices without one.
pub(super) fn map_check(map: &Map) -> u64 {
    let mix = |x: i32, y: i32, seed: u64| {
        let place = u64::from(x as u32) << 32 | u64::from(y as u32);
        let mut z = place ^ seed;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    let mut sum = 0u64;
    for face in map.faces().filter(|&face| map.is_free(face)) {
        for edge in face.edges() {
            let [from, to] = [map.origin(edge), map.target(edge)].map(|vertex| map.lattice_point(vertex));
            let is_wall = u64::from(map.is_wall(edge));
            // Open edges count, too: points without walls are their ends.
            sum = sum.wrapping_add(mix(from.x, from.y, mix(to.x, to.y, is_wall)));
        }
    }
    sum
}
