// Things that lie over the page until they are answered: gallery, files, saving, a new world.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FolderEntry } from "../protocol/messages.ts";
import { scaledTo } from "../geometry/backdrop.ts";
import { boxOf } from "../geometry/plane.ts";
import { type Dialog, dialog, hello, onceDecided, scaleEnds, world } from "../state.ts";
import type { Studio } from "../studio.ts";
import { count, Field, NumberInput } from "./controls.tsx";
import { Help } from "./help.tsx";
import { takeFile } from "./drop.ts";
import { DxfDialog } from "./dxf_dialog.tsx";
import { Strategies } from "../strategies/dialog.tsx";
import { say } from "./toasts.tsx";
import { backdrop } from "../view/backdrop.ts";

export function Dialogs({ studio }: { studio: Studio }) {
  const inside: Record<Dialog, [string, ComponentChildren] | null> = {
    none: null,
    gallery: ["Gallery", <Gallery studio={studio} />],
    files: ["Open", <Files studio={studio} open={(path) => void studio.open({ path })} take={(file) => void takeFile(studio, file)} />],
    beside: ["Beside this recording", <Files studio={studio} only={/\.(parquet|sqlite|db)$/i} open={(path) => void studio.beside(path)} take={(file) => void studio.beside(file)} />],
    dxf: ["Layers of the drawing", <DxfDialog studio={studio} />],
    save: ["Save", <Save studio={studio} />],
    help: ["Help", <Help />],
    new: ["New world", <NewWorld studio={studio} />],
    scale: ["Scale of the floor plan", <Scale studio={studio} />],
    unsaved: ["Changes that are not saved", <Unsaved />],
    strategies: ["Density and replanning strategies", <Strategies studio={studio} />],
  };
  const shown = inside[dialog.value];
  return shown && <Modal key={dialog.value} title={shown[0]}>{shown[1]}</Modal>;
}

const close = (): void => {
  dialog.value = "none";
};

function Modal({ title, children }: { title: string; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  const shown = useRef(dialog.value);
  useEffect(() => {
    const shown = element.current;
    shown?.showModal();
    // What one came for, not the cross that closes it.
    const first = shown?.querySelector<HTMLElement>("[autofocus]") ?? shown?.querySelector<HTMLElement>(".dialog-body :is(input, select, button, a)");
    (first ?? shown?.querySelector<HTMLElement>(".dialog-body"))?.focus();
    if (first instanceof HTMLInputElement && first.type !== "file") first.select();
  }, []);
  // The browser tells of Escape a little later; another dialog may be open by then.
  const closed = (): void => {
    if (dialog.value === shown.current) close();
  };
  return (
    <dialog ref={element} aria-label={title} onClose={closed} onClick={(e) => e.target === element.current && close()}>
      <header>
        <h2>{title}</h2>
        <button class="bare" aria-label="Close" onClick={close}>×</button>
      </header>
      <div class="dialog-body" tabIndex={0}>{children}</div>
    </dialog>
  );
}

function Gallery({ studio }: { studio: Studio }) {
  const open = (name: string): void => {
    close();
    void studio.open({ name });
  };
  return (
    <>
      <p class="help">Each is a world with people in it, ready to run. What you change is yours: save it into the folder.</p>
      <div class="cards">
        {(hello.value?.gallery ?? []).map(({ name, about, agents }) => (
          <button key={name} class={`card${world.value?.name === name ? " now" : ""}`} onClick={() => open(name)}>
            <strong>{name}</strong>
            <span>{about}</span>
            <em>{count(agents)} people</em>
          </button>
        ))}
      </div>
      {(hello.value?.scenes.length ?? 0) > 0 && (
        <>
          <h3>Scenes without people</h3>
          <div class="buttons">
            {hello.value?.scenes.map((name) => <button key={name} onClick={() => open(name)}>{name}</button>)}
          </div>
        </>
      )}
    </>
  );
}

const size = (bytes: number): string =>
  bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(0)} kB` : `${(bytes / 1048576).toFixed(1)} MB`;

/** The folder's entries, and walking through it. */
function Folder(props: { studio: Studio; path: string; only?: RegExp; go(path: string): void; choose(path: string): void }) {
  const { studio, path } = props;
  const [entries, show] = useState<FolderEntry[] | null>(null);
  useEffect(() => {
    const isMeant = ({ kind, name }: FolderEntry) => kind === "folder" || !props.only || props.only.test(name);
    void studio.ask("files", { path }).then((answer) => show((answer?.entries ?? []).filter(isMeant)));
  }, [path]);
  const inside = (name: string): string => (path ? `${path}/${name}` : name);
  return (
    <ul class="files">
      {path && <li><button onClick={() => props.go(path.split("/").slice(0, -1).join("/"))}>↑ back</button></li>}
      {entries?.length === 0 && <li class="help">Nothing the studio can open is here.</li>}
      {entries?.map(({ name, kind, bytes }) => (
        <li key={name}>
          <button onClick={() => (kind === "folder" ? props.go(inside(name)) : props.choose(inside(name)))}>
            {kind === "folder" ? `${name}/` : name}
            {kind === "file" && <em>{size(bytes)}</em>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Files(props: { studio: Studio; only?: RegExp; open(path: string): void; take(file: File): void }) {
  const { studio, only } = props;
  const [path, go] = useState("");
  const choose = (file: string): void => {
    close();
    props.open(file);
  };
  return (
    <>
      <p class="help">{hello.value?.folder}{path && `/${path}`}</p>
      <Folder studio={studio} path={path} {...(only ? { only } : {})} go={go} choose={choose} />
      <label class="field">
        <span>From elsewhere</span>
        <input
          type="file"
          onChange={(e) => {
            const file = e.currentTarget.files?.[0];
            close();
            if (file) props.take(file);
          }}
        />
      </label>
    </>
  );
}

const FORMATS = [
  [".toml", "Scenario: world and people (.toml, its scene beside it)"],
  [".geojson", "GeoJSON: the world"],
  [".wkt", "WKT: the walkable area"],
] as const;

function Save({ studio }: { studio: Studio }) {
  const [name, rename] = useState(world.value?.name.replace(/\.\w+$/, "") ?? "world");
  const [ending, choose] = useState<string>(".toml");
  const save = async (): Promise<void> => {
    const saved = await studio.ask("save", { path: name + ending });
    if (!saved) return;
    say(`Saved ${saved.path} (${size(saved.bytes)}).`);
    const goOn = onceDecided.value;
    onceDecided.value = null;
    close();
    goOn?.();
  };
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        void save();
      }}
    >
      <p class="help">Into {hello.value?.folder}. A file of that name is replaced.</p>
      <Field label="Name">
        <input type="text" value={name} required autofocus aria-label="File name" onInput={(e) => rename(e.currentTarget.value)} />
      </Field>
      {FORMATS.map(([value, text]) => (
        <label key={value} class="toggle">
          <input type="radio" name="format" checked={ending === value} onChange={() => choose(value)} />
          <span>{text}</span>
        </label>
      ))}
      <div class="buttons">
        <button class="primary" type="submit" disabled={name.trim() === ""}>Save</button>
        <button type="button" onClick={close}>Cancel</button>
      </div>
    </form>
  );
}

function NewWorld({ studio }: { studio: Studio }) {
  const [width, widen] = useState(60);
  const [height, heighten] = useState(40);
  const make = async (): Promise<void> => {
    if (await studio.newWorld([0, 0, width, height])) close();
  };
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        void make();
      }}
    >
      <p class="help">An empty rectangle to walk in.</p>
      <Field label="Width"><NumberInput value={width} least={1} most={20000} unit="m" set={widen} /></Field>
      <Field label="Height"><NumberInput value={height} least={1} most={20000} unit="m" set={heighten} /></Field>
      <div class="buttons">
        <button class="primary" type="submit">Make it</button>
        <button type="button" onClick={close}>Cancel</button>
      </div>
    </form>
  );
}

function Unsaved() {
  return (
    <>
      <p>This world has changes that no file has. They are lost when another one is opened.</p>
      <div class="buttons">
        <button class="primary" autofocus onClick={() => (dialog.value = "save")}>Save…</button>
        <button
          onClick={() => {
            const goOn = onceDecided.value;
            onceDecided.value = null;
            close();
            goOn?.();
          }}
        >
          Go on without saving
        </button>
        <button onClick={close}>Cancel</button>
      </div>
    </>
  );
}

function Scale({ studio }: { studio: Studio }) {
  const [metres, measure] = useState("10");
  const apply = (): void => {
    const [now, ends] = [backdrop.value, scaleEnds.value];
    const scaled = now && ends ? scaledTo(now, ends[0], ends[1], Number(metres.replace(",", "."))) : null;
    if (!scaled) return say(`"${metres}" is not a length in metres, or both clicks were at one place.`, "warning");
    backdrop.value = scaled;
    const { corner: [x, y], width, height, scale } = scaled;
    const box = boxOf([[x, y], [x + width * scale, y + height * scale]]);
    if (box) studio.picture.stage.fit(box);
    close();
  };
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        apply();
      }}
    >
      <p class="help">How far apart are the two places you clicked? A door is about 0.9 m wide, a parking space 5 m long.</p>
      <Field label="Metres">
        <input type="text" inputMode="decimal" autofocus value={metres} aria-label="Metres" onInput={(e) => measure(e.currentTarget.value)} />
      </Field>
      <div class="buttons">
        <button class="primary" type="submit">Set the scale</button>
        <button type="button" onClick={close}>Cancel</button>
      </div>
    </form>
  );
}
