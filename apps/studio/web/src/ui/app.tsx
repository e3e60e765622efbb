// The page around the map.

import { DrawPanel, ToolStrip } from "../activities/draw.tsx";
import { MeshPanel } from "../activities/mesh.tsx";
import { PathPanel } from "../activities/path.tsx";
import type { PathQuery } from "../activities/path_query.ts";
import { type Player, ReplayPanel, Scrubber } from "../activities/replay.tsx";
import { RunPanel, Transport } from "../activities/run.tsx";
import { gridStep } from "../geometry/snap.ts";
import * as state from "../state.ts";
import type { Studio } from "../studio.ts";
import { spelled } from "./names.ts";
import { Dialogs } from "./dialogs.tsx";
import { IconButton } from "./icons.tsx";
import { Labels } from "./labels.tsx";
import { metres } from "./controls.tsx";
import { toggleTheme } from "./theme.ts";
import { Toasts } from "./toasts.tsx";

interface Parts {
  studio: Studio;
  query: PathQuery;
  player: Player;
}

export function TopBar({ studio }: { studio: Studio }) {
  const now = state.activity.value;
  return (
    <>
      <span class="brand">
        <img src="./icon.svg" alt="" width="22" height="22" />
        <b>Navigant</b>
      </span>
      <nav class="tabs" role="tablist" aria-label="Activities">
        {state.ACTIVITIES.map((name, i) => (
          <button
            key={name}
            role="tab"
            aria-selected={now === name}
            title={`${spelled(name)} (Ctrl+${i + 1})`}
            onClick={() => (state.activity.value = name)}
          >
            {spelled(name)}
          </button>
        ))}
      </nav>
      <span class="world-name" title={state.world.value?.name}>{state.world.value?.name ?? ""}</span>
      <span class="spacer" />
      <Reach />
      <IconButton icon="gallery" label="Gallery (G)" onClick={() => (state.dialog.value = "gallery")} />
      <IconButton icon="fit" label="See the whole world (0)" onClick={() => studio.fitWorld()} />
      <IconButton icon={state.theme.value === "dark" ? "sun" : "moon"} label="Light or dark (T)" onClick={toggleTheme} />
      <IconButton icon="help" label="Help and keys (?)" onClick={() => (state.dialog.value = "help")} />
    </>
  );
}

function Reach() {
  const reach = state.connection.value === "open" ? "open" : state.away.value ? "lost" : "connecting";
  const text = { open: "connected", connecting: "connecting…", lost: "server away" }[reach];
  return <span class={`reach ${reach}`} title={text}>{text}</span>;
}

export function Panel({ studio, query, player }: Parts) {
  switch (state.activity.value) {
    case "draw": return <DrawPanel studio={studio} />;
    case "mesh": return <MeshPanel studio={studio} />;
    case "path": return <PathPanel studio={studio} query={query} />;
    case "run": return <RunPanel studio={studio} />;
    case "replay": return <ReplayPanel studio={studio} player={player} />;
  }
}

/** What lies over the map: the tools, labels, messages and the bar below. */
export function OverMap({ studio, player }: Parts) {
  const now = state.activity.value;
  return (
    <>
      {(now === "draw" || now === "mesh") && <ToolStrip studio={studio} />}
      <Labels stage={studio.picture.stage} />
      {state.away.value && (
        <div class="away" role="alert">
          <b>The server is away.</b> The picture stays; the page goes on when the server is back. If it was restarted,
          open the address it printed.
        </div>
      )}
      {state.opening.value && (
        <div class="opening" role="status">
          <span class="spinner" aria-hidden="true" />
          <span><b>Opening {state.opening.value.name}</b>: {state.opening.value.doing}…</span>
          <span class="help">What you see goes on until it is ready.</span>
          <button onClick={() => void studio.ask("cancel", {})}>Cancel</button>
        </div>
      )}
      {now === "replay" && state.world.value && state.world.value.kind !== "replay" && (
        <div class="empty"><b>No recording is open.</b><span>Replay the run just made, drop a trajectory here, or open one from the folder.</span></div>
      )}
      <Toasts />
      <div class="bottom">
        {now === "run" && <Transport studio={studio} />}
        {now === "replay" && <Scrubber player={player} />}
        <StatusLine studio={studio} />
      </div>
      <Dialogs studio={studio} />
    </>
  );
}

function StatusLine({ studio }: { studio: Studio }) {
  const { stage } = studio.picture;
  const at = state.pointer.value;
  const step = gridStep(stage.camera.value.scale, 60);
  return (
    <div class="status">
      <span class="scale-bar" aria-label={`Scale: ${metres(step)}`}>
        <svg width={Math.round(step * stage.camera.value.scale) + 2} height="8" aria-hidden="true">
          <path d={`M1 0v7h${Math.round(step * stage.camera.value.scale)}V0`} />
        </svg>
        {step >= 1 ? `${step} m` : metres(step)}
      </span>
      <span class="at">{at ? `${at[0].toFixed(2)}, ${at[1].toFixed(2)}` : ""}</span>
      <span class="spacer" />
      <span class="frames">{stage.framesPerSecond.value} fps</span>
    </div>
  );
}
