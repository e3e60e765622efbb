// Words at places of the map.

import { labels, thingLabels, toolLabel } from "../state.ts";
import { toScreen } from "../view/camera.ts";
import type { Stage } from "../view/stage.ts";

export function Labels({ stage }: { stage: Stage }) {
  return (
    <div class="labels">
      {[...thingLabels.value, ...labels.value, ...(toolLabel.value ? [toolLabel.value] : [])].map(({ at, text, tone, left }, i) => {
        const [x, y] = toScreen(stage.camera.value, stage.size.value, at);
        return (
          <span key={i} class={`label ${tone}${left ? " left" : ""}`} style={{ transform: `translate(${left ? `calc(${x.toFixed(1)}px - 100% - 32px)` : `${x.toFixed(1)}px`}, ${y.toFixed(1)}px)` }}>
            {text}
          </span>
        );
      })}
    </div>
  );
}
