//! Nodes of glTF: their transforms, and the triangles of their meshes.

use super::gltf::{Document, Node, Primitive};
use super::gltf_buffers::{Buffers, bad};
use crate::error::{FileError, Reason};
use crate::limits::{MAX_MODEL_DEPTH, MAX_TRIANGLES};
use navigant_ground::Soup;

/// An affine map: three rows of four.
type Transform = [[f64; 4]; 3];

const IDENTITY: Transform = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// All triangles of the scene that is shown, or of all nodes if none is.
pub(super) fn soup(document: &Document, buffers: &Buffers<'_>) -> Result<Soup, FileError> {
    let shown = document.scenes.get(document.scene.unwrap_or(0));
    let roots: Vec<usize> = match shown {
        Some(scene) => scene.nodes.clone(),
        None => {
            let is_child = |index: &usize| document.nodes.iter().any(|node| node.children.contains(index));
            (0..document.nodes.len()).filter(|index| !is_child(index)).collect()
        }
    };
    let mut soup = Soup::default();
    let mut open: Vec<(usize, Transform, usize)> = roots.into_iter().rev().map(|root| (root, IDENTITY, 0)).collect();
    let mut visited = 0usize;
    while let Some((index, above, depth)) = open.pop() {
        let node = document.nodes.get(index).ok_or_else(|| bad(format!("there is no nodes[{index}]")))?;
        visited += 1;
        if depth > MAX_MODEL_DEPTH || visited > MAX_TRIANGLES {
            return Err(bad(format!("nodes[{index}] lies too deep within others; is it within itself?")));
        }
        let here = product(&above, &local(node));
        if let Some(mesh) = node.mesh {
            let mesh =
                document.meshes.get(mesh).ok_or_else(|| bad(format!("nodes[{index}]: there is no meshes[{mesh}]")))?;
            for primitive in &mesh.primitives {
                add(&mut soup, primitive, buffers, &here).map_err(|error| named(error, index))?;
            }
        }
        open.extend(node.children.iter().rev().map(|&child| (child, here, depth + 1)));
    }
    Ok(soup)
}

fn named(error: FileError, index: usize) -> FileError {
    match error.reason {
        Reason::BadModel(why) => bad(format!("nodes[{index}]: {why}")),
        _ => error,
    }
}

fn local(node: &Node) -> Transform {
    if let Some(m) = node.matrix {
        let [a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _] = m;
        return [[a, d, g, x], [b, e, h, y], [c, f, i, z]];
    }
    let [x, y, z, w] = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let [sx, sy, sz] = node.scale.unwrap_or([1.0; 3]);
    let [tx, ty, tz] = node.translation.unwrap_or([0.0; 3]);
    [
        [(1.0 - 2.0 * (y * y + z * z)) * sx, 2.0 * (x * y - z * w) * sy, 2.0 * (x * z + y * w) * sz, tx],
        [2.0 * (x * y + z * w) * sx, (1.0 - 2.0 * (x * x + z * z)) * sy, 2.0 * (y * z - x * w) * sz, ty],
        [2.0 * (x * z - y * w) * sx, 2.0 * (y * z + x * w) * sy, (1.0 - 2.0 * (x * x + y * y)) * sz, tz],
    ]
}

fn product(a: &Transform, b: &Transform) -> Transform {
    let [u, v, w] = b;
    a.map(|[x, y, z, t]| {
        let linear = |i: fn(&[f64; 4]) -> f64| x * i(u) + y * i(v) + z * i(w);
        [linear(|r| r[0]), linear(|r| r[1]), linear(|r| r[2]), linear(|r| r[3]) + t]
    })
}

/// Adds the triangles of a primitive; points and lines have none.
fn add(soup: &mut Soup, primitive: &Primitive, buffers: &Buffers<'_>, by: &Transform) -> Result<(), FileError> {
    let Some(position) = primitive.attributes.position else { return Ok(()) };
    if !(4..=6).contains(&primitive.mode) {
        return Ok(());
    }
    let positions = buffers.positions(position)?;
    let corners = match primitive.indices {
        Some(indices) => buffers.indices(indices, positions.len())?,
        None => (0..positions.len() as u32).collect(),
    };
    let first = u32::try_from(soup.vertices.len()).unwrap_or(u32::MAX);
    let limit = || FileError::plain(Reason::TooMany { what: "triangles", limit: MAX_TRIANGLES as u64 });
    if soup.triangles.len() + corners.len() > MAX_TRIANGLES || soup.vertices.len() + positions.len() > MAX_TRIANGLES {
        return Err(limit());
    }
    for (index, [x, y, z]) in positions.into_iter().enumerate() {
        let moved = by.map(|[a, b, c, t]| a * x + b * y + c * z + t);
        if moved.iter().any(|c| !c.is_finite()) {
            return Err(bad(format!("accessors[{position}]: position {index} is moved out of all bounds")));
        }
        soup.vertices.push(moved);
    }
    // A transform that mirrors turns triangles over: they are turned back.
    let [[a, b, c, _], [d, e, f, _], [g, h, i, _]] = *by;
    let mirrors = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0.0;
    let mut push = |[p, q, r]: [u32; 3]| {
        let [q, r] = if mirrors { [r, q] } else { [q, r] };
        soup.triangles.push([p, q, r].map(|corner| corner.saturating_add(first)));
    };
    match primitive.mode {
        4 => corners.chunks_exact(3).for_each(|t| {
            if let &[p, q, r] = t {
                push([p, q, r]);
            }
        }),
        5 => corners.windows(3).enumerate().for_each(|(n, t)| {
            if let &[p, q, r] = t {
                push(if n % 2 == 0 { [p, q, r] } else { [q, p, r] });
            }
        }),
        _ => corners.windows(2).skip(1).for_each(|t| {
            if let (&[q, r], Some(&hub)) = (t, corners.first()) {
                push([hub, q, r]);
            }
        }),
    }
    Ok(())
}
