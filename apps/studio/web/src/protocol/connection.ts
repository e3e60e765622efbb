// The websocket: commands that are answered, everything else handed on, and back again after the server was away.

import type { Commands, Opened, Verb } from "./messages.ts";
import { decode, encodeCommand, encodeFile, type Incoming, type ServerError, SUBPROTOCOL, WireError } from "./wire.ts";
import type { Point } from "../geometry/plane.ts";

/** The server said no, or could not be asked. */
export class Refusal extends Error {
  readonly at: Point | null;
  readonly lost: boolean;
  constructor(error: ServerError, lost = false) {
    super(error.message);
    this.at = error.at;
    this.lost = lost;
  }
}

export type ConnectionState = "connecting" | "open" | "lost";

interface Waiting {
  resolve(ok: unknown): void;
  reject(refusal: Refusal): void;
}

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 4000;

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private lastId = 0;
  private retryMs = FIRST_RETRY_MS;
  private readonly address: URL;
  private readonly hear: (message: Exclude<Incoming, { type: "reply" | "refused" }>) => void;
  private readonly changed: (state: ConnectionState) => void;

  constructor(
    page: string,
    hear: (message: Exclude<Incoming, { type: "reply" | "refused" }>) => void,
    changed: (state: ConnectionState) => void,
  ) {
    this.hear = hear;
    this.changed = changed;
    this.address = new URL("./ws", page);
    this.address.protocol = this.address.protocol === "https:" ? "wss:" : "ws:";
    this.address.search = "";
    this.address.hash = "";
  }

  connect(): void {
    this.changed("connecting");
    const socket = new WebSocket(this.address, SUBPROTOCOL);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.retryMs = FIRST_RETRY_MS;
      this.changed("open");
    };
    socket.onmessage = (message: MessageEvent<ArrayBuffer>) => this.take(message.data);
    socket.onclose = () => this.closed();
  }

  request<V extends Verb>(verb: V, params: Commands[V]["with"]): Promise<Commands[V]["ok"]> {
    return this.answered((id) => [encodeCommand(id, verb, params)]) as Promise<Commands[V]["ok"]>;
  }

  sendFile(name: string, content: Uint8Array): Promise<Opened> {
    return this.answered((id) => encodeFile(id, name, content)) as Promise<Opened>;
  }

  private answered(messages: (id: number) => Iterable<Uint8Array>): Promise<unknown> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refusal({ message: "the server is not there", at: null }, true));
    }
    const id = ++this.lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    for (const bytes of messages(id)) socket.send(bytes as Uint8Array<ArrayBuffer>);
    return answer;
  }

  private take(data: ArrayBuffer): void {
    let message: Incoming;
    try {
      message = decode(data);
    } catch (error) {
      // One bad message is no reason to lose the picture; the next one may be good.
      if (error instanceof WireError) return console.warn(`navigant: ${error.message}`);
      throw error;
    }
    if (message.type !== "reply" && message.type !== "refused") return this.hear(message);
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.type === "reply") waiting?.resolve(message.ok);
    else waiting?.reject(new Refusal(message.error));
  }

  private closed(): void {
    this.socket = null;
    for (const { reject } of this.waiting.values()) {
      reject(new Refusal({ message: "the connection was lost", at: null }, true));
    }
    this.waiting.clear();
    this.changed("lost");
    setTimeout(() => this.connect(), this.retryMs);
    this.retryMs = Math.min(2 * this.retryMs, LAST_RETRY_MS);
  }
}

/**
 * Asks one thing at a time and, meanwhile, keeps only the newest further question: a slider that is dragged asks as
 * often as the server answers, not as often as it moves.
 */
export class Latest<Question, Answer> {
  private busy = false;
  private next: { question: Question } | null = null;
  private readonly ask: (question: Question) => Promise<Answer>;
  private readonly take: (answer: Answer, question: Question) => void;
  private readonly refused: (error: unknown) => void;

  constructor(
    ask: (question: Question) => Promise<Answer>,
    take: (answer: Answer, question: Question) => void,
    refused: (error: unknown) => void,
  ) {
    this.ask = ask;
    this.take = take;
    this.refused = refused;
  }

  put(question: Question): void {
    this.next = { question };
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.next) {
      const { question } = this.next;
      this.next = null;
      try {
        this.take(await this.ask(question), question);
      } catch (error) {
        this.refused(error);
      }
    }
    this.busy = false;
  }
}
