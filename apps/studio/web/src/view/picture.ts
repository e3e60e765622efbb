// Everything that is on the canvas, in the order in which it lies.

import { AgentsView } from "./agents.ts";
import { BackdropView } from "./backdrop.ts";
import { DensityView } from "./density.ts";
import { GridView } from "./grid.ts";
import { ItemsView } from "./items.ts";
import { LayersView } from "./layers.ts";
import { OverlayView } from "./overlay.ts";
import { COLOURS, type Theme } from "./palette.ts";
import { Stage } from "./stage.ts";
import { TraceView } from "./trace.ts";
import { TrailsView } from "./trails.ts";
import { Container } from "pixi.js";

export class Picture {
  readonly stage: Stage;
  readonly items: ItemsView;
  readonly agents: AgentsView;
  readonly layers: LayersView;
  readonly density: DensityView;
  readonly backdrop: BackdropView;
  readonly grid: GridView;
  readonly trace: TraceView;
  readonly trails: TrailsView;
  readonly overlay: OverlayView;

  private constructor(stage: Stage) {
    this.stage = stage;
    this.items = new ItemsView(stage);
    this.agents = new AgentsView(stage);
    this.layers = new LayersView(stage);
    this.density = new DensityView(stage);
    this.backdrop = new BackdropView(stage);
    this.grid = new GridView(stage);
    this.trace = new TraceView(stage);
    this.trails = new TrailsView(stage);
    this.overlay = new OverlayView(stage);
    // Pixi moves what lies in `small`; pictures in metres lie between meshes that move themselves.
    const pictures = new Container();
    pictures.addChild(this.backdrop.drawable, this.density.drawable);
    stage.before.push(() => {
      pictures.position.copyFrom(stage.small.position);
      pictures.scale.copyFrom(stage.small.scale);
      return null;
    });
    stage.large.addChild(
      this.items.below, this.grid.drawable, pictures, this.layers.drawable, ...this.items.above, this.trace.drawable,
      this.trails.drawable, this.agents.drawable,
    );
    stage.small.addChild(this.overlay.drawable);
  }

  static async create(element: HTMLElement): Promise<Picture> {
    return new Picture(await Stage.create(element));
  }

  theme(theme: Theme): void {
    this.stage.background(COLOURS[theme].ground);
    for (const part of [this.items, this.agents, this.layers, this.grid, this.trails, this.overlay]) part.theme(theme);
  }
}
