//! Detour's `TileCache`: what games use for obstacles that come and go. The map is voxels in tiles; a changed tile is
//! rebuilt from its voxels.
//!
//! Parameters are those of Recast's own demo of temporary obstacles. Two choices favour Detour: tiles are kept
//! uncompressed, so there is nothing to unpack, and the square is not grown by the agent's radius, as it would have to
//! be for the mesh to be right.
//!
//! With `detour_path` the only module with unsafe code: calls into C++ through `recastnavigation-sys`. All objects are made in
//! [`TileCache::of_city`], owned by the [`TileCache`], and freed when it is dropped; the pointers never leave it.

use crate::city::{City, Square};
use crate::updates::Updates;
use navigant_geometry::Point;
use recastnavigation_sys as sys;
use std::ffi::{c_int, c_uchar, c_ushort, c_void};
use std::ptr::null_mut;

/// Side and height of a voxel, in metres.
const CELL: f32 = 0.3;
const CELL_HEIGHT: f32 = 0.2;
/// Side of a tile, in voxels.
const TILE: c_int = 48;
/// The agent, in metres and in voxels.
const HEIGHT: f32 = 2.0;
const RADIUS: f32 = 0.6;
const CLIMB: f32 = 0.9;
const HEIGHT_CELLS: c_int = 10;
const RADIUS_CELLS: c_int = 2;
const CLIMB_CELLS: c_int = 4;
/// Voxels rasterised around a tile, so that its rim comes out like its inside.
const BORDER: c_int = RADIUS_CELLS + 3;
/// How far a contour may deviate from the voxels, in voxels.
const SIMPLIFICATION: f32 = 1.3;
const OBSTACLES: c_int = 128;
const LAYERS_A_TILE: c_int = 4;
/// What a tile needs while it is rebuilt, in bytes: far more than enough.
const SCRATCH: usize = 4 << 20;

/// A city as Detour keeps it, and the square that stands in it.
pub(crate) struct TileCache {
    cache: *mut sys::dtTileCache,
    mesh: *mut sys::dtNavMesh,
    allocator: *mut sys::dtTileCacheAlloc,
    compressor: *mut sys::dtTileCacheCompressor,
    process: *mut sys::dtTileCacheMeshProcess,
    scratch: *mut Scratch,
    tiles_across: c_int,
    square: Option<sys::dtObstacleRef>,
}

impl TileCache {
    /// Rasterises the city, tile by tile, and builds the mesh of each tile.
    pub(crate) fn of_city(city: &City) -> TileCache {
        let tile_side = TILE as f32 * CELL;
        let tiles_across = (city.side as f32 / tile_side).ceil() as c_int;
        let tiles = tiles_across * tiles_across * LAYERS_A_TILE;
        let scratch = Box::into_raw(Box::new(Scratch { memory: vec![0; SCRATCH / 16], used: 0 }));
        // SAFETY: each object is given what its constructor asks for, and lives as long as `this`. The functions get
        // `scratch` or nothing for an object, as they expect.
        let this = unsafe {
            TileCache {
                cache: sys::dtAllocTileCache(),
                mesh: sys::dtAllocNavMesh(),
                allocator: sys::CreateForwardedTileCacheAlloc(scratch.cast(), Some(reset), Some(allocate), Some(free)),
                compressor: sys::CreateForwardedTileCacheCompressor(null_mut(), Some(bound), Some(pack), Some(unpack)),
                process: sys::CreateForwardedTileCacheMeshProcess(null_mut(), Some(make_walkable)),
                scratch,
                tiles_across,
                square: None,
            }
        };
        let cache_parameters = sys::dtTileCacheParams {
            orig: [0.0; 3],
            cs: CELL,
            ch: CELL_HEIGHT,
            width: TILE,
            height: TILE,
            walkableHeight: HEIGHT,
            walkableRadius: RADIUS,
            walkableClimb: CLIMB,
            maxSimplificationError: SIMPLIFICATION,
            maxTiles: tiles,
            maxObstacles: OBSTACLES,
        };
        // A tile's number and a polygon's number in it share 22 bits.
        let tile_bits = (tiles as u32).next_power_of_two().ilog2().min(14);
        let mesh_parameters = sys::dtNavMeshParams {
            orig: [0.0; 3],
            tileWidth: tile_side,
            tileHeight: tile_side,
            maxTiles: 1 << tile_bits,
            maxPolys: 1 << (22 - tile_bits),
        };
        // SAFETY: the objects were just made; parameters are copied by `init`.
        unsafe {
            check((*this.cache).init(&cache_parameters, this.allocator, this.compressor, this.process));
            check((*this.mesh).init(&mesh_parameters));
        }
        for (x, y) in this.tiles() {
            this.add_tile(city, x, y);
        }
        for (x, y) in this.tiles() {
            // SAFETY: both objects are initialised, and belong to each other.
            check(unsafe { (*this.cache).buildNavMeshTilesAt(x, y, this.mesh) });
        }
        this
    }

    fn tiles(&self) -> impl Iterator<Item = (c_int, c_int)> + use<> {
        let across = self.tiles_across;
        (0..across).flat_map(move |y| (0..across).map(move |x| (x, y)))
    }

    /// Rasterises one tile and gives its layers to the cache.
    fn add_tile(&self, city: &City, x: c_int, y: c_int) {
        let side = TILE as f32 * CELL;
        let border = BORDER as f32 * CELL;
        let cells = TILE + 2 * BORDER;
        let low = [x as f32 * side - border, -1.0, y as f32 * side - border];
        let high = [(x + 1) as f32 * side + border, 4.0, (y + 1) as f32 * side + border];
        let far = city.side as f32;
        let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, far], [far, 0.0, far], [far, 0.0, 0.0]];
        // SAFETY: everything is allocated by Recast, used while it lives, and freed by Recast. Arrays have the sizes
        // that Recast documents: three numbers a point, one area a span, one layer for each of `nlayers`.
        unsafe {
            let context = sys::CreateContext(false);
            let field = sys::rcAllocHeightfield();
            check_built(sys::rcCreateHeightfield(
                context,
                field,
                cells,
                cells,
                low.as_ptr(),
                high.as_ptr(),
                CELL,
                CELL_HEIGHT,
            ));
            for [a, b, c] in [[0, 1, 2], [0, 2, 3]] {
                let [a, b, c] = [a, b, c].map(|i: usize| corners[i].as_ptr());
                check_built(sys::rcRasterizeTriangle(context, a, b, c, sys::RC_WALKABLE_AREA, field, CLIMB_CELLS));
            }
            let compact = sys::rcAllocCompactHeightfield();
            check_built(sys::rcBuildCompactHeightfield(context, HEIGHT_CELLS, CLIMB_CELLS, field, compact));
            carve_buildings(city, &mut *compact);
            check_built(sys::rcErodeWalkableArea(context, RADIUS_CELLS, compact));
            let layers = sys::rcAllocHeightfieldLayerSet();
            check_built(sys::rcBuildHeightfieldLayers(context, compact, BORDER, HEIGHT_CELLS, layers));
            for index in 0..(*layers).nlayers {
                self.add_layer(&*(*layers).layers.add(index as usize), x, y, index);
            }
            sys::rcFreeHeightfieldLayerSet(layers);
            sys::rcFreeCompactHeightfield(compact);
            sys::rcFreeHeightField(field);
            sys::DeleteContext(context);
        }
    }

    /// Gives one layer of a tile to the cache.
    fn add_layer(&self, layer: &sys::rcHeightfieldLayer, x: c_int, y: c_int, index: c_int) {
        let mut header = sys::dtTileCacheLayerHeader {
            magic: sys::DT_TILECACHE_MAGIC,
            version: sys::DT_TILECACHE_VERSION,
            tx: x,
            ty: y,
            tlayer: index,
            bmin: layer.bmin,
            bmax: layer.bmax,
            hmin: layer.hmin as c_ushort,
            hmax: layer.hmax as c_ushort,
            width: layer.width as c_uchar,
            height: layer.height as c_uchar,
            minx: layer.minx as c_uchar,
            maxx: layer.maxx as c_uchar,
            miny: layer.miny as c_uchar,
            maxy: layer.maxy as c_uchar,
        };
        let (mut bytes, mut count) = (null_mut(), 0);
        let owned = sys::dtCompressedTileFlags_DT_COMPRESSEDTILE_FREE_DATA as c_uchar;
        // SAFETY: the layer's arrays have `width` × `height` entries, and the cache takes over `bytes`.
        unsafe {
            check(sys::dtBuildTileCacheLayer(
                self.compressor,
                &mut header,
                layer.heights,
                layer.areas,
                layer.cons,
                &mut bytes,
                &mut count,
            ));
            check((*self.cache).addTile(bytes, count, owned, null_mut()));
        }
    }

    /// Rebuilds tiles until all obstacles are in the mesh.
    fn bring_up_to_date(&mut self) {
        let mut done = false;
        while !done {
            // SAFETY: both objects live as long as `self`.
            check(unsafe { (*self.cache).update(0.0, self.mesh, &mut done) });
        }
    }

    /// How many polygons and corners the mesh has.
    #[cfg(test)]
    fn mesh_size(&self) -> (c_int, c_int) {
        let mut size = (0, 0);
        for (x, y) in self.tiles() {
            // SAFETY: a tile that is there has a header.
            unsafe {
                let tile = (*self.mesh).getTileAt(x, y, 0);
                if !tile.is_null() {
                    let header = (*tile).header;
                    size = (size.0 + (*header).polyCount, size.1 + (*header).vertCount);
                }
            }
        }
        size
    }
}

impl Updates for TileCache {
    fn name(&self) -> String {
        "detour".into()
    }

    fn vertices(&self) -> Option<usize> {
        None
    }

    fn insert(&mut self, square: Square) {
        let (min, max) = (square.bounds.min, square.bounds.max);
        let low = [min.x as f32, -0.5, min.y as f32];
        let high = [max.x as f32, HEIGHT, max.y as f32];
        let mut obstacle = 0;
        // SAFETY: three numbers a point, as the cache expects.
        check(unsafe { (*self.cache).addBoxObstacle(low.as_ptr(), high.as_ptr(), &mut obstacle) });
        self.square = Some(obstacle);
        self.bring_up_to_date();
    }

    fn remove(&mut self) {
        let obstacle = self.square.take().expect("a square was inserted");
        // SAFETY: the cache lives as long as `self`; it checks the reference itself.
        check(unsafe { (*self.cache).removeObstacle(obstacle) });
        self.bring_up_to_date();
    }
}

impl Drop for TileCache {
    fn drop(&mut self) {
        // SAFETY: all were made in `of_city`; the cache goes before what it refers to.
        unsafe {
            sys::dtFreeTileCache(self.cache);
            sys::dtFreeNavMesh(self.mesh);
            sys::DeleteTileCacheMeshProcess(self.process);
            sys::DeleteTileCacheCompressor(self.compressor);
            sys::DeleteTileCacheAlloc(self.allocator);
            drop(Box::from_raw(self.scratch));
        }
    }
}

/// Marks every voxel whose middle lies in a building as not walkable.
///
/// # Safety
/// The field must be built.
unsafe fn carve_buildings(city: &City, field: &mut sys::rcCompactHeightfield) {
    for index in 0..field.width * field.height {
        let at = |low: f32, cell: c_int| f64::from(low) + (f64::from(cell) + 0.5) * f64::from(CELL);
        let middle = Point::new(at(field.bmin[0], index % field.width), at(field.bmin[2], index / field.width));
        if !city.covers(middle) {
            continue;
        }
        // SAFETY: there is a cell for each column, and an area for each of its spans.
        unsafe {
            let cell = &*field.cells.add(index as usize);
            for span in 0..cell.count() {
                *field.areas.add((cell.index() + span) as usize) = sys::RC_NULL_AREA;
            }
        }
    }
}

/// Memory for the rebuilding of one tile: handed out in a row, taken back at once.
struct Scratch {
    memory: Vec<u128>,
    used: usize,
}

/// # Safety
/// `scratch` must be the one the allocator was made with.
unsafe extern "C" fn reset(scratch: *mut c_void) {
    // SAFETY: nobody else uses it while Detour does.
    unsafe { (*scratch.cast::<Scratch>()).used = 0 };
}

/// # Safety
/// As for [`reset`].
unsafe extern "C" fn allocate(scratch: *mut c_void, bytes: usize) -> *mut c_void {
    // SAFETY: nobody else uses it while Detour does.
    let scratch = unsafe { &mut *scratch.cast::<Scratch>() };
    let start = scratch.used;
    scratch.used += bytes.div_ceil(16);
    scratch.memory.get_mut(start..scratch.used).map_or(null_mut(), |piece| piece.as_mut_ptr().cast())
}

/// # Safety
/// None needed: [`reset`] takes everything back.
unsafe extern "C" fn free(_: *mut c_void, _: *mut c_void) {}

/// # Safety
/// None needed.
unsafe extern "C" fn bound(_: *mut c_void, bytes: c_int) -> c_int {
    bytes
}

/// # Safety
/// `from` must hold `count` bytes, `to` must have room for `room`, and `written` must be valid.
unsafe extern "C" fn pack(
    _: *mut c_void,
    from: *const c_uchar,
    count: c_int,
    to: *mut c_uchar,
    room: c_int,
    written: *mut c_int,
) -> sys::dtStatus {
    if count > room {
        return sys::DT_FAILURE;
    }
    // SAFETY: as the caller promises.
    unsafe {
        std::ptr::copy_nonoverlapping(from, to, count as usize);
        *written = count;
    }
    sys::DT_SUCCESS
}

/// # Safety
/// As for [`pack`].
unsafe extern "C" fn unpack(
    nothing: *mut c_void,
    from: *const c_uchar,
    count: c_int,
    to: *mut c_uchar,
    room: c_int,
    written: *mut c_int,
) -> sys::dtStatus {
    // SAFETY: as the caller promises.
    unsafe { pack(nothing, from, count, to, room, written) }
}

/// Lets agents walk on every polygon.
///
/// # Safety
/// There must be an area and flags for each of the polygons.
unsafe extern "C" fn make_walkable(
    _: *mut c_void,
    polygons: *mut sys::dtNavMeshCreateParams,
    areas: *mut c_uchar,
    flags: *mut c_ushort,
) {
    // SAFETY: as the caller promises.
    unsafe {
        for polygon in 0..(*polygons).polyCount as usize {
            *areas.add(polygon) = 0;
            *flags.add(polygon) = 1;
        }
    }
}

fn check(status: sys::dtStatus) {
    assert!(status & sys::DT_SUCCESS != 0, "Detour failed with status {status:#x}");
}

fn check_built(done: bool) {
    assert!(done, "Recast ran out of memory");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_cut_out_of_the_mesh_and_filled_in_again() {
        let city = City::new(3, 60.0, 100);
        let mut cache = TileCache::of_city(&city);
        let before = cache.mesh_size();
        assert!(before.0 > 20, "{before:?}");
        let mut cut = 0;
        for square in city.free_places(4, 20) {
            cache.insert(square);
            cut += c_int::from(cache.mesh_size() != before);
            cache.remove();
            assert_eq!(cache.mesh_size(), before);
        }
        assert!(cut > 15, "only {cut} of 20 squares changed the mesh");
    }
}
