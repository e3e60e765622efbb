// Replay: a recorded run, from its first frame to its last.

import { Latest } from "../protocol/connection.ts";
import type { Nothing } from "../protocol/messages.ts";
import { dialog, playing, replayFrame, showDensity, stats, step, time, world } from "../state.ts";
import type { Studio } from "../studio.ts";
import { count, metres, Rows, Section, Toggle } from "../ui/controls.tsx";
import { IconButton } from "../ui/icons.tsx";
import { savePicture, VideoButton } from "../ui/pictures.tsx";
import { RecordedCharts } from "../ui/recorded_charts.tsx";
import { DENSEST } from "../view/density.ts";
import { HEAT } from "../view/palette.ts";
import { Ramp } from "./mesh.tsx";
import { clock, Speed, Trails } from "./run.tsx";
import { hovered, pinned } from "./run_tool.ts";

/** Asks for frames one after the other, as fast as they come while a hand scrubs. */
export class Player {
  private readonly asked: Latest<number, Nothing>;
  readonly studio: Studio;

  constructor(studio: Studio) {
    this.studio = studio;
    this.asked = new Latest((frame) => studio.connection.request("replay", { frame }), () => undefined, (e) => studio.refused(e));
  }

  scrub(frame: number): void {
    const last = (world.value?.frames ?? 1) - 1;
    const within = Math.max(0, Math.min(last, Math.round(frame)));
    replayFrame.value = within;
    this.asked.put(within);
  }

  play(on: boolean): void {
    const last = (world.value?.frames ?? 1) - 1;
    if (on && replayFrame.value >= last) this.scrub(0);
    void this.studio.play(on);
  }
}

export function Scrubber({ player }: { player: Player }) {
  const frames = world.value?.kind === "replay" ? (world.value.frames ?? 0) : 0;
  if (frames === 0) return null;
  return (
    <div class="transport" role="toolbar" aria-label="Replay">
      <IconButton primary icon={playing.value ? "pause" : "play"} label={playing.value ? "Pause (Space)" : "Play (Space)"} onClick={() => player.play(!playing.value)} />
      <IconButton icon="step" label="Next frame (.)" onClick={() => player.scrub(replayFrame.value + 1)} />
      <input
        type="range"
        class="wide"
        aria-label="Frame"
        min={0}
        max={frames - 1}
        value={replayFrame.value}
        onInput={(e) => {
          if (playing.value) player.play(false);
          player.scrub(e.currentTarget.valueAsNumber);
        }}
      />
      <Speed studio={player.studio} />
      <span class="clock">
        <b>{clock(time.value)}</b> frame {count(replayFrame.value + 1)} of {count(frames)}
      </span>
    </div>
  );
}

export function ReplayPanel({ studio, player }: { studio: Studio; player: Player }) {
  const now = world.value;
  const open = <IconButton icon="open" text="Open a trajectory" label="Open a trajectory of the folder" onClick={() => (dialog.value = "files")} />;
  if (now?.kind !== "replay") {
    return (
      <>
        <p class="hint">A run that was recorded can be looked at again, forwards and backwards.</p>
        <Section title="The run just made" help="Every run is kept while it goes on, with the changes of its map.">
          <div class="buttons"><button class="primary" disabled={step.value === 0} onClick={() => void studio.replayRun(true)}>Replay this run</button></div>
        </Section>
        <Section title="Open">
          <div class="buttons">{open}</div>
          <p class="help">Drop a trajectory here: .parquet, or a database of JuPedSim (.sqlite). To make one, let a crowd run and use Export in Run.</p>
        </Section>
      </>
    );
  }
  return (
    <>
      <p class="hint">Drag the slider under the map, or use ← and →. Hover a person to see where it came from and went; click to keep it in view.</p>
      <Person />
      <Section title="This recording">
        {now.lacks_map && (
          <div class="notice">
            This file has no map. Drop the scene it belongs to here (GeoJSON, WKT, .map), or choose one: it goes under the people.
            <button onClick={() => (dialog.value = "files")}>A scene of the folder</button>
            <button onClick={() => (dialog.value = "gallery")}>A scene of the gallery</button>
          </div>
        )}
        <Rows rows={[["Name", now.name], ["Frames", count(now.frames ?? 0)], ["People", count(now.agents)], ["There now", stats.value ? count(stats.value.agents) : "–"], ["A frame each", `${now.dt.toFixed(3)} s`]]} />
        <div class="buttons">
          {now.has_run && <button class="primary" onClick={() => void studio.replayRun(false)}>Back to the run</button>}
          {open}
        </div>
        <div class="buttons">
          <button title="In step with this one, beside it" onClick={() => (dialog.value = "beside")}>Another beside it</button>
          {now.is_two && <button onClick={() => void studio.beside(null)}>Alone again</button>}
        </div>
      </Section>
      <Section title="Picture">
        <Toggle on={showDensity.value} set={(on) => studio.heat(on)}>Density as heat</Toggle>
        {showDensity.value && <Ramp from="0" to={`${DENSEST} a m²`} colours={HEAT} />}
        <Trails />
        <div class="buttons">
          <button onClick={() => void savePicture(studio)}>PNG</button>
          <VideoButton studio={studio} />
        </div>
      </Section>
      <Section title="Charts" help="Of the whole recording; click to go there."><RecordedCharts player={player} /></Section>
    </>
  );
}

/** Who is under the pointer, or was clicked. */
function Person() {
  const one = hovered.value;
  if (!one) return null;
  const { speed, walked, way_left: left } = one.route;
  return (
    <Section title={`Person ${one.agent}`}>
      <Rows
        rows={[
          ["Speed", `${speed.toFixed(2)} m/s`],
          ["Has walked", walked === undefined ? "–" : metres(walked)],
          ["Will walk", left === undefined || left === null ? "–" : metres(left)],
        ]}
      />
      {pinned.value !== null && <div class="buttons"><button onClick={() => (pinned.value = null)}>Let go</button></div>}
    </Section>
  );
}
