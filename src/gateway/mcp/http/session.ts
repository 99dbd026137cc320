import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Clock } from '../../../converser/ground/ports.ts';
import { boundedBody } from './bounded-body.ts';

export interface SessionOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** In milliseconds without any request or open stream; then the session is over. */
  readonly idle: number;
  readonly onOver: () => Promise<void>;
}

export class Session {
  readonly id: string;
  readonly server: Server;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #options: SessionOptions;
  /** Counts requests and streams. */
  #answering = 0;
  #isClosed = false;
  #stopWaiting = () => {};

  constructor(id: string, server: Server, options: SessionOptions) {
    this.id = id;
    this.server = server;
    this.#options = options;
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => options.onOver(),
    });
  }

  get isIdle(): boolean {
    return this.#answering === 0;
  }

  /** Must resolve before the first request is answered. */
  async open(): Promise<void> {
    await this.server.connect(this.#transport);
  }

  async answer(request: Request, parsedBody: unknown): Promise<Response> {
    this.#stopWaiting();
    this.#answering++;
    const options = parsedBody === undefined ? {} : { parsedBody };
    const response = await this.#transport.handleRequest(request, options);
    return boundedBody(response, () => this.#answered());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopWaiting();
    await this.server.close();
  }

  #answered(): void {
    this.#answering--;
    if (!this.isIdle || this.#isClosed) return;
    const { clock, idle, onOver } = this.#options;
    this.#stopWaiting = clock.after(idle, () => void onOver());
  }
}
