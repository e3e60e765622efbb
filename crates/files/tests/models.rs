//! 3D models: what is read of them, and that no bytes make a reader panic.

use navigant_files::internals::{ModelFormat, parse_model};
use navigant_files::{FileError, UpAxis, read_model};
use navigant_ground::{Ground, Soup, Walker};
use navigant_mesh::internals::{LayeredMapInternals as _, MapInternals as _};

/// A floor of 8 × 4 m in glTF: y is up, and the node is moved, scaled and turned a quarter around y.
fn document(buffer: &str, extra: &str) -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], {extra}
        "nodes": [{{"children": [1], "translation": [10, 1, 0]}},
                  {{"mesh": 0, "scale": [2, 2, 2], "rotation": [0, 0.7071067811865476, 0, 0.7071067811865476]}}],
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
        "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}},
                      {{"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}}],
        "bufferViews": [{{"buffer": 0, "byteLength": 48}}, {{"buffer": 0, "byteOffset": 48, "byteLength": 12}}],
        "buffers": [{{"byteLength": 60{buffer}}}]}}"#
    )
}

/// The corners of the floor and its two triangles, which face up.
fn buffer() -> Vec<u8> {
    let corners: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [4.0, 0.0, 0.0]];
    let indices: [u16; 6] = [0, 1, 2, 0, 2, 3];
    let positions = corners.iter().flatten().flat_map(|c| c.to_le_bytes());
    positions.chain(indices.iter().flat_map(|i| i.to_le_bytes())).collect()
}

fn glb(json: &str, buffer: &[u8]) -> Vec<u8> {
    let mut text = json.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF".to_vec();
    bytes.extend(2u32.to_le_bytes());
    bytes.extend((28 + text.len() as u32 + buffer.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", text.as_slice()), (b"BIN\0", buffer)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}

fn parse(bytes: &[u8], format: ModelFormat) -> Result<Soup, FileError> {
    parse_model(bytes, format, UpAxis::Y)
}

const OBJ: &[u8] = b"# a step\no floor\nv 0 0 0\nv 0 0 4\nv 8 0 4\nv 8 0 0\nvn 0 1 0\nf 1//1 2//1 3//1 4//1\nv 0 0.3 4\nv 0 0.3 8\nv 8 0.3 8\nv 8 0.3 4\nf -4 -3 -2 -1\n";

#[test]
fn nodes_move_scale_and_turn_their_meshes() {
    let soup = parse(&glb(&document("", ""), &buffer()), ModelFormat::Glb).unwrap();
    assert_eq!(soup.triangles, [[0, 1, 2], [0, 2, 3]]);
    // A quarter around y takes x to −z; then twice as large, and moved; then z is up.
    let wanted = [[10.0, 0.0, 1.0], [14.0, 0.0, 1.0], [14.0, 8.0, 1.0], [10.0, 8.0, 1.0]];
    for (found, wanted) in soup.vertices.iter().zip(wanted) {
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} is not {wanted:?}");
    }
    let ground = Ground::of(&soup, &Walker::default(), None).unwrap();
    assert!(ground.map.layer_at([12.0, 4.0, 1.0]).is_ok());
}

#[test]
fn an_embedded_buffer_is_as_good_as_a_chunk() {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in buffer().chunks(3) {
        let bits = three.iter().fold(0u32, |bits, &b| bits << 8 | u32::from(b));
        (0..4).for_each(|i| text.push(char::from(LETTERS[(bits >> (18 - 6 * i) & 63) as usize])));
    }
    let json = document(&format!(r#", "uri": "data:application/octet-stream;base64,{text}""#), "");
    let soup = parse(json.as_bytes(), ModelFormat::Gltf).unwrap();
    assert_eq!(Ok(soup), parse(&glb(&document("", ""), &buffer()), ModelFormat::Glb));
}

#[test]
fn what_cannot_be_read_is_named() {
    let refusal = |bytes: &[u8], format| parse(bytes, format).unwrap_err().to_string();
    for extension in ["KHR_draco_mesh_compression", "EXT_meshopt_compression"] {
        let json = document("", &format!(r#""extensionsRequired": ["{extension}"],"#));
        assert!(refusal(&glb(&json, &buffer()), ModelFormat::Glb).contains(extension));
    }
    let mut nan = buffer();
    nan[16..20].copy_from_slice(&f32::NAN.to_le_bytes());
    let said = refusal(&glb(&document("", ""), &nan), ModelFormat::Glb);
    assert!(said.contains("accessors[0]: position 1 is not a number"), "{said}");
    let mut wild = buffer();
    wild[50] = 9;
    let said = refusal(&glb(&document("", ""), &wild), ModelFormat::Glb);
    assert!(said.contains("index 1 is 9, and there are 4 vertices"), "{said}");
    let away = document(r#", "uri": "../secret.bin""#, "");
    assert!(refusal(away.as_bytes(), ModelFormat::Gltf).contains("not beside the file"));
    let circle = r#"{"nodes": [{"children": [0]}], "scenes": [{"nodes": [0]}]}"#;
    assert!(refusal(circle.as_bytes(), ModelFormat::Gltf).contains("within itself"));
    assert!(read_model("level.stl", UpAxis::Y).unwrap_err().to_string().contains("level.stl"));
}

#[test]
fn an_object_file_becomes_ground() {
    let soup = parse(OBJ, ModelFormat::Obj).unwrap();
    assert_eq!((soup.vertices.len(), soup.triangles.len()), (8, 4));
    let ground = Ground::of(&soup, &Walker::default(), None).unwrap();
    assert!(ground.map.layer_at([1.0, -1.0, 0.0]).is_ok() && ground.map.layer_at([1.0, -6.0, 0.3]).is_ok());
}

#[test]
fn readers_cut_at_every_byte_and_with_any_byte_changed_answer() {
    let binary = glb(&document("", ""), &buffer());
    for (bytes, format) in [(OBJ, ModelFormat::Obj), (binary.as_slice(), ModelFormat::Glb)] {
        for end in 0..bytes.len() {
            if let Err(error) = parse(&bytes[..end], format) {
                let said = error.to_string();
                assert!(said.len() < 400 && !said.contains('\u{1b}'), "{said}");
            }
        }
        for at in 0..bytes.len() {
            for byte in [0, b' ', b'-', b'9', b'"', 0x1b, 0x7f, 0xff] {
                let mut changed = bytes.to_vec();
                changed[at] = byte;
                if let Ok(soup) = parse(&changed, format) {
                    assert!(soup.vertices.iter().flatten().all(|c| c.is_finite()));
                    assert!(soup.triangles.iter().flatten().all(|&v| (v as usize) < soup.vertices.len()));
                }
            }
        }
    }
}

/// Every level of the public data becomes ground; without the data there is nothing to look at.
#[test]
fn public_levels_become_ground() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/meshes3d");
    if !folder.exists() {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    }
    // House and dungeon take minutes in a debug build.
    let levels = [("bridge", UpAxis::Y), ("convex", UpAxis::Y), ("multi_level_u_stair", UpAxis::Z)];
    for (name, up) in levels {
        let soup = read_model(folder.join(name).with_extension("obj"), up).unwrap();
        let start = std::time::Instant::now();
        let ground = Ground::of(&soup, &Walker::default(), None).unwrap();
        let took = start.elapsed();
        let map = &ground.map;
        let areas = map.as_map().component_areas();
        let largest = areas.iter().map(|(_, area)| *area).fold(0.0, f64::max);
        println!(
            "{name}: {} triangles, {} layers, {} seams, {} bridges, {} closed, {} parts, {:.3} m², largest {largest:.3} m², {took:?}",
            soup.triangles.len(),
            map.layers().len(),
            map.seams().len(),
            ground.bridges,
            ground.closed,
            areas.len(),
            map.free_area()
        );
        assert!(largest > 1.0, "{name}");
    }
}
