// Line icons, drawn on a grid of 20.

const PATHS = {
  select: "M4 3l11 6-5 1.5L8 16z",
  rectangle: "M3.5 5.5h13v9h-13z",
  polygon: "M10 3l7 5-2.5 8.5h-9L3 8z",
  wall: "M3 16l5-10 4 7 5-9",
  circle: "M10 3.5a6.5 6.5 0 1 0 .01 0z",
  freehand: "M3 14c2-6 4-9 6-7s-2 6 0 7 5-1 8-6",
  door: "M2.5 16h4M13.5 16h4M6.5 16V4.5M6.5 4.5A11.5 11.5 0 0 1 13.5 16",
  scale: "M3 13.5l10.5-10L17 7 6.5 17zM6 11l2 2M9 8l2 2M12 5l2 2",
  undo: "M7 4L3.5 7.5 7 11M4 7.5h7.5a4.5 4.5 0 0 1 0 9H8",
  redo: "M13 4l3.5 3.5L13 11M16 7.5H8.5a4.5 4.5 0 0 0 0 9H12",
  play: "M6 4l10 6-10 6z",
  pause: "M6 4h3v12H6zM11.5 4h3v12h-3z",
  step: "M5 4l7 6-7 6zM14 4v12",
  back: "M15 4l-7 6 7 6zM6 4v12",
  reset: "M15.5 7A6.5 6.5 0 1 0 16.5 11M16 3v4.5h-4.5",
  trash: "M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.4L14.5 6M8.5 9v5M11.5 9v5",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  open: "M3 16V4.5h5l1.5 2H17V16z",
  save: "M4 3.5h10l2.5 2.5v10.5H4zM7 3.5V8h6V3.5M7 16.5V12h6.5v4.5",
  gallery: "M3 3.5h6v6H3zM11 3.5h6v6h-6zM3 11.5h6v5H3zM11 11.5h6v5h-6z",
  moon: "M15.5 12.5A6.5 6.5 0 0 1 7.5 4.5a6.5 6.5 0 1 0 8 8z",
  sun: "M10 6.5a3.5 3.5 0 1 0 .01 0zM10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5l1.3 1.3M14.2 14.2l1.3 1.3M15.5 4.5l-1.3 1.3M5.8 14.2l-1.3 1.3",
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M10 14.5v.2M10 2.5a7.5 7.5 0 1 0 .01 0z",
  pan: "M10 3v14M3 10h14M10 3L8 5M10 3l2 2M10 17l-2-2M10 17l2-2M3 10l2-2M3 10l2 2M17 10l-2-2M17 10l-2 2",
  box: "M4 6.5L10 3l6 3.5v7L10 17l-6-3.5zM4 6.5l6 3.5 6-3.5M10 10v7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function IconButton(props: {
  icon: IconName;
  label: string;
  onClick(): void;
  pressed?: boolean;
  disabled?: boolean;
  text?: string;
  primary?: boolean;
}) {
  return (
    <button
      class={`icon-button${props.pressed ? " pressed" : ""}${props.primary ? " primary" : ""}`}
      title={props.label}
      aria-label={props.text ? undefined : props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
      {props.text && <span>{props.text}</span>}
    </button>
  );
}
