// The world as Rust: what one pastes into a program to have the same map there.

import type { Item } from "../protocol/messages.ts";
import type { Ring } from "../geometry/plane.ts";

const number = (n: number): string => {
  const text = String(Math.round(n * 1e6) / 1e6);
  return /[.e]/.test(text) ? text : `${text}.0`;
};

const list = (ring: Ring): string => `[${ring.map(([x, y]) => `[${number(x)}, ${number(y)}]`).join(", ")}]`;

const outline = ({ kind, rings }: Item): string =>
  kind === "wall"
    ? `Outline::polyline(${list(rings[0] ?? [])})`
    : `Outline::polygon(${list(rings[0] ?? [])})${rings.slice(1).map((hole) => `.with_hole(${list(hole)})`).join("")}`;

/** Floors and obstacles as a function that builds their map. */
export function rustCode(items: Iterable<Item>): string {
  const all = [...items];
  const lines = (wanted: (item: Item) => boolean): string => all.filter(wanted).map((item) => `        ${outline(item)},\n`).join("");
  return `use navigant::mesh::{BadMap, Map, Outline};

fn map() -> Result<Map, BadMap> {
    let floors = [
${lines(({ kind }) => kind === "floor")}    ];
    let obstacles: Vec<Outline> = vec![
${lines(({ kind }) => kind === "obstacle" || kind === "wall")}    ];
    Map::build(&floors, &obstacles).map(|(map, _)| map)
}
`;
}
