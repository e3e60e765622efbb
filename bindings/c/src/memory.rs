//! The caller's memory: items a stride apart, texts, places for answers. All the unsafe code of this crate is called from here or
//! stands beside a call of these functions.

use crate::outline::{NavOutline, NavPoint, NavPoints};
use crate::status::{Failure, NavStatus};
use navigant::mesh::{Outline, Point};
use std::ffi::{CStr, c_char};

/// No count is larger: what is longer is taken for a mistake.
pub const NAV_MAX_COUNT: usize = 1 << 28;

/// A place for an answer.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    pub(crate) fn set(&self, value: T) {
        // SAFETY: `out` was promised that it is valid; it need not be aligned.
        unsafe { self.0.write_unaligned(value) }
    }
}

fn null(what: &str) -> Failure {
    Failure::new(NavStatus::Null, format!("{what} is null"))
}

/// A place for an answer.
///
/// # Safety
/// It is null or a place for a `T` that is valid as long as the call lasts.
pub(crate) unsafe fn out<T>(place: *mut T) -> Result<Out<T>, Failure> {
    if place.is_null() { Err(null("the place for an answer")) } else { Ok(Out(place)) }
}

/// The distance of items in bytes: as given, or their size for 0.
fn checked_stride(stride: usize, size: usize) -> Result<usize, Failure> {
    match stride {
        0 => Ok(size),
        stride if stride < size || stride > 1 << 20 => {
            let message = format!("a stride of {stride} bytes: it must be 0, or {size} bytes to 1 MiB");
            Err(Failure::new(NavStatus::BadCount, message))
        }
        stride => Ok(stride),
    }
}

fn checked_count(count: usize) -> Result<usize, Failure> {
    if count <= NAV_MAX_COUNT {
        return Ok(count);
    }
    Err(Failure::new(NavStatus::BadCount, format!("a count of {count}: at most {NAV_MAX_COUNT} are taken")))
}

/// Copies of items a stride apart, in bytes.
///
/// # Safety
/// `first` is null or points to `count` items, a stride apart. Any bytes are a `T`.
unsafe fn items<T: Copy>(first: *const T, count: usize, stride: usize) -> Result<Vec<T>, Failure> {
    let (count, stride) = (checked_count(count)?, checked_stride(stride, size_of::<T>())?);
    if count > 0 && first.is_null() {
        return Err(null("an array that is said to have items"));
    }
    // SAFETY: all of them are within what the caller has promised; neither product overflows, 2^28 times 2^20.
    Ok((0..count).map(|i| unsafe { first.byte_add(i * stride).read_unaligned() }).collect())
}

/// Points of the caller.
///
/// # Safety
/// As it says: null, or as many points a stride apart.
pub(crate) unsafe fn points(points: NavPoints) -> Result<Vec<Point>, Failure> {
    // SAFETY: promised by our caller; two doubles are two doubles, whatever their bits.
    let pairs = unsafe { items(points.first.cast::<NavPoint>(), points.count, points.stride) }?;
    Ok(pairs.into_iter().map(Point::from).collect())
}

/// Numbers of the caller.
///
/// # Safety
/// Null, or as many numbers a stride apart.
pub(crate) unsafe fn numbers(first: *const f64, count: usize, stride: usize) -> Result<Vec<f64>, Failure> {
    // SAFETY: promised by our caller.
    unsafe { items(first, count, stride) }
}

/// An outline of the caller.
///
/// # Safety
/// The rings are null or as many as said, and each as `points` wants it.
unsafe fn outline_of(outline: NavOutline) -> Result<Outline, Failure> {
    // SAFETY: promised by our caller; a ring is a pointer and two numbers.
    let rings = unsafe { items(outline.rings, outline.ring_count, 0) }?;
    // SAFETY: promised by our caller.
    let mut rings = rings.into_iter().map(|ring| unsafe { points(ring) });
    let exterior = rings.next().transpose()?.unwrap_or_default();
    if outline.is_polyline == 0 {
        return Ok(Outline::Polygon { exterior, holes: rings.collect::<Result<_, _>>()? });
    }
    match rings.next() {
        None => Ok(Outline::Polyline(exterior)),
        Some(_) => Err(Failure::new(NavStatus::BadOutline, "a polyline has one ring and no holes")),
    }
}

/// One outline of the caller.
///
/// # Safety
/// Null, or an outline with rings as they are promised.
pub(crate) unsafe fn outline(outline: *const NavOutline) -> Result<Outline, Failure> {
    // SAFETY: promised by our caller.
    let one = unsafe { outlines(outline, 1) }?;
    one.into_iter().next().ok_or_else(|| null("the outline"))
}

/// Some outlines of the caller.
///
/// # Safety
/// Null, or as many outlines as said with rings as they are promised.
pub(crate) unsafe fn outlines(first: *const NavOutline, count: usize) -> Result<Vec<Outline>, Failure> {
    // SAFETY: promised by our caller; an outline is a pointer and two numbers.
    let all = unsafe { items(first, count, 0) }?;
    // SAFETY: promised by our caller.
    all.into_iter().map(|outline| unsafe { outline_of(outline) }).collect()
}

/// A text of the caller.
///
/// # Safety
/// Null, or a text that ends with a zero.
pub(crate) unsafe fn text(text: *const c_char) -> Result<String, Failure> {
    if text.is_null() {
        return Err(null("the text"));
    }
    // SAFETY: promised by our caller.
    let text = unsafe { CStr::from_ptr(text) };
    match text.to_str() {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(Failure::new(NavStatus::BadValue, "a text that is not UTF-8")),
    }
}

/// Bytes of the caller.
///
/// # Safety
/// Null, or as many bytes.
pub(crate) unsafe fn bytes(first: *const u8, count: usize) -> Result<Vec<u8>, Failure> {
    let count = checked_count(count)?;
    match (first.is_null(), count) {
        (_, 0) => Ok(Vec::new()),
        (true, _) => Err(null("the bytes")),
        // SAFETY: promised by our caller.
        (false, count) => Ok(unsafe { std::slice::from_raw_parts(first, count) }.to_vec()),
    }
}

/// A place for many answers of the caller's.
pub(crate) struct Rows<T> {
    first: *mut T,
    capacity: usize,
    stride: usize,
    count: Option<Out<usize>>,
}

/// A place for many answers: `capacity` of them, a stride apart, and how many there are in all, if the caller wants to know.
///
/// # Safety
/// `first` is null or a place for `capacity` items, a stride apart; `count` is null or a place for a number.
pub(crate) unsafe fn rows<T: Copy>(
    first: *mut T,
    capacity: usize,
    stride: usize,
    count: *mut usize,
) -> Result<Rows<T>, Failure> {
    let (capacity, stride) = (checked_count(capacity)?, checked_stride(stride, size_of::<T>())?);
    if capacity > 0 && first.is_null() {
        return Err(null("the place for the answers"));
    }
    // SAFETY: promised by our caller.
    let count = (!count.is_null()).then(|| unsafe { out(count) }).transpose()?;
    Ok(Rows { first, capacity, stride, count })
}

impl<T: Copy> Rows<T> {
    /// Writes as many as fit, and how many there are.
    pub(crate) fn fill(&self, values: impl ExactSizeIterator<Item = T>) -> Result<(), Failure> {
        let needed = values.len();
        for (i, value) in values.take(self.capacity).enumerate() {
            // SAFETY: `rows` was promised a place for as many as this; the product does not overflow, 2^28 times 2^20.
            unsafe { self.first.byte_add(i * self.stride).write_unaligned(value) }
        }
        if let Some(count) = &self.count {
            count.set(needed);
        }
        if needed > self.capacity {
            let message = format!("{needed} items do not fit where {} have room", self.capacity);
            return Err(Failure::new(NavStatus::TooSmall, message));
        }
        Ok(())
    }
}
