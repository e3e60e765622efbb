//! Tuning constants of fields: they change time, never costs. Where no figure is given, the value was chosen by the argument and
//! not by a measurement.

/// log₂ of the width Δ of a bucket, in units of cost: 512 are between three and four straight steps, so that there are few phases,
/// and few cells in a bucket that are improved again by others of the same one.
pub(crate) const BUCKET_BITS: u32 = 9;

/// Entries in a bucket from which on it is emptied by all threads: below, their meeting costs more than it saves.
pub(crate) const SHARE_FROM: usize = 1024;

/// Entries that a thread gives away at least, so that the exchange pays.
pub(crate) const MIN_SHARED: usize = 64;

/// Interval, in entries, at which a thread looks whether others wait for work.
pub(crate) const SHARE_INTERVAL: usize = 32;

/// Entries in a bucket below which one thread is enough: a quarter of [`SHARE_FROM`], so that a wave does not go to and fro between one
/// thread and many.
pub(crate) const ALONE_BELOW: usize = 256;

/// Buckets in a row below [`ALONE_BELOW`] before the other threads leave.
pub(crate) const LEAVE_AFTER: u32 = 64;

/// One cell in this many that a repair raises, from which on it restarts: to find out what has lost its support takes longer then.
pub(crate) const RESTART_SHARE: u64 = 8;

/// Cells that a repair may always raise.
pub(crate) const MIN_RAISED: u64 = 1024;

/// The width of a bucket of a [march](crate::march), in cells of weight 1: narrow enough that few cells are improved again within their
/// bucket, wide enough that few buckets are empty.
pub(crate) const MARCH_BUCKET: f32 = 0.5;

/// How many buckets a march has. A step is no longer than the greatest weight, 1 + 255 / 16, which is 34 buckets, and a front sets out
/// with 16 cells at most, which is 32.
pub(crate) const MARCH_RING: u64 = 128;

/// Up to how many cells around its goal a march begins with distances as in the plane: near a goal, fast marching errs most.
pub(crate) const MARCH_EXACT: i64 = 8;

/// What one unit of a cell's extra cost is, in crossings of a plain cell.
pub(crate) const MARCH_WEIGHT_UNIT: f32 = 1.0 / 16.0;
