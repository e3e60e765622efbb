// What things are called on the page.

import type { ItemKind } from "../protocol/messages.ts";
import type { LayerName } from "../protocol/wire.ts";

export const PlainName: Record<ItemKind | "select" | "rectangle" | "polygon" | "circle" | "freehand" | "door", string> = {
  floor: "floor",
  obstacle: "obstacle",
  wall: "wall",
  source: "source",
  goal: "goal",
  waiting: "waiting place",
  region: "region",
  thing: "thing",
  select: "Select",
  rectangle: "Rectangle",
  polygon: "Polygon",
  circle: "Circle",
  freehand: "Freehand",
  door: "Door",
};

export const LAYERS: readonly (readonly [LayerName, string, string])[] = [
  ["triangulation", "Triangulation", "The exact map itself: every corner and wall, cut into triangles."],
  ["clearance", "Clearance", "How far the nearest wall is: twice that is the widest disc that fits."],
  ["axis", "Medial axis", "Where two walls are equally near: the middle of every corridor, with its curved arcs."],
  ["cells", "Convex cells", "Triangles put together while they stay convex."],
  ["quadtree", "Quad-tree", "Squares, halved until each is free or small."],
  ["quadtree_graph", "Quad-tree graph", "Which free squares are neighbours."],
  ["grid", "Grid", "Square cells, open where a walker of the radius has room at their middle."],
  ["outline", "Outline of free space", "Where walking ends."],
  ["hybrid", "Highways", "The hybrid graph: highways along the triangulation, between cells of the grid."],
  ["sampled", "Sampled roadmap", "A probabilistic roadmap: random places, joined where a walker gets straight from one to the other."],
  ["path_map", "Shortest path map", "Where shortest paths from the start of Path bend last: cells, and the straight and curved arcs between them."],
  ["isochrone", "Isochrone", "How far one gets from the start of Path."],
];

export const STATUS = ["walking", "arrived", "no way", "stuck", "waiting for a plan"];

/** `expansions_per_step` → `Expansions per step`. */
export const spelled = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
