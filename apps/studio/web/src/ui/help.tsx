// What a newcomer asks first, every key, and the words.

import { Terms } from "./terms.tsx";

const KEYS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ["Anywhere", [
    ["Ctrl 1 … 5", "Draw, Mesh, Path, Run, Replay"],
    ["?", "this help"],
    ["G", "gallery"],
    ["Ctrl O, Ctrl S", "open, save"],
    ["0", "see the whole world"],
    ["+ −", "nearer, further (or the wheel, or two fingers)"],
    ["Alt ← →", "the view before, the view after"],
    ["T", "light or dark"],
    ["Escape", "give up what is under way"],
  ]],
  ["Draw and Mesh", [
    ["V R P W C F D", "select, rectangle, polygon, wall, circle, freehand, door"],
    ["Ctrl Z, Ctrl Y", "undo, redo; while drawing: the last corner"],
    ["Delete", "delete what is selected"],
    ["Ctrl C, Ctrl X, Ctrl V", "copy, cut, paste; GeoJSON and WKT can be pasted too"],
    ["Ctrl D, Ctrl A", "duplicate what is selected, select everything"],
    ["Double click", "on an edge of what is selected: a corner more; Delete deletes the corner clicked last"],
    ["Arrows", "move what is selected (Shift: further); with nothing selected, a cross to draw at"],
    ["Space", "at the cross: a corner; for a rectangle or a circle, begin and end"],
    ["Enter", "finish a polygon or a wall"],
    ["1 … 8", "in Mesh: layers on and off"],
  ]],
  ["Run and Replay", [
    ["Space", "play, pause"],
    [".", "one step, one frame"],
    ["L B X", "look, drop a box, take one away"],
    ["H", "density as heat"],
    ["← →", "in Replay: frame by frame"],
  ]],
];

export function Help() {
  return (
    <>
      <p>
        <b>Draw</b> a floor and what stands on it. <b>Mesh</b> shows the exact map made of it, which every edit changes in place.{" "}
        <b>Path</b> finds the shortest way for a walker of any size. <b>Run</b> lets a crowd loose; obstacles can be dropped in
        its way. <b>Replay</b> goes through a recording.
      </p>
      <p class="help">Drag an empty place with the right or middle button, with Space held, or with one finger to move the view.</p>
      <div class="keys">
        {KEYS.map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>{key.split(/(, | … )/).map((part, i) => (i % 2 === 1 ? part : part.split(" ").map((k) => <kbd key={k}>{k}</kbd>)))}</dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Terms />
    </>
  );
}
