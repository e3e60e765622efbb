// The buttons and the slider of everything that is played step by step.

import { type Playing, stepSpeed } from "../activities/playing.ts";
import { Choice, Field } from "./controls.tsx";
import { IconButton } from "./icons.tsx";

const SPEEDS = [["0", "all in five seconds"], ["2", "2 steps a second"], ["10", "10 steps a second"], ["100", "100 steps a second"]] as const;

export function StepSpeed() {
  return (
    <Field label="Speed">
      <Choice label="Speed of the steps" value={String(stepSpeed.value)} options={SPEEDS} set={(s) => (stepSpeed.value = Number(s))} />
    </Field>
  );
}

/** Play, one step either way, and a slider; `what` is what the slider is called. */
export function StepControls({ of, last, what }: { of: Playing; last: number; what: string }) {
  const at = of.at.value;
  return (
    <div class="steps">
      <IconButton icon="back" label="One step back" disabled={at <= 0} onClick={() => of.go(at - 1)} />
      <IconButton icon={of.on.value ? "pause" : "play"} label={of.on.value ? "Pause" : "Play"} onClick={() => of.play(!of.on.value)} />
      <IconButton icon="step" label="One step" disabled={at >= last} onClick={() => of.go(at + 1)} />
      <input type="range" class="wide" aria-label={what} min={0} max={last} value={at} onInput={(e) => of.go(e.currentTarget.valueAsNumber)} />
    </div>
  );
}
