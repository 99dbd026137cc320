import type { Client, Tool } from '@modelcontextprotocol/client';
import { aborted, orAborted } from '../../../converser/async/abort.ts';
import { listeners } from '../../../converser/async/listeners.ts';
import type { EnsembleState } from '../../../converser/ensemble/ensemble.ts';
import type { Invocable, Invoker } from '../../../converser/ensemble/invoker.ts';
import { errors, reasonOf } from '../../../converser/errors.ts';
import { ordinaryServerLimits } from '../connection/connection-ports.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { callOffered } from './call-offered.ts';
import { patientParts } from './exclude-user-time.ts';
import type { McpParts } from './mcp-ports.ts';
import { createOfferings } from './offered-tools.ts';
import { createOpenQuestions } from './pending-questions.ts';
import { censoredParts, createCensor } from './redact.ts';
import { serverFailure } from './server-failure.ts';
import { ServerLife } from './server-lifecycle.ts';
import { type ServerList, startServer } from './start-server.ts';
import { runServer, useServer } from './use-server.ts';

/** An attempt to become ready, which may go on after those who waited for it have left. */
interface Attempt {
  readonly since: number;
  readonly work: Promise<void>;
}

/** Those who wait for the same attempt, each for as long as they like. */
interface Waiting {
  readonly over: Promise<void>;
  /** Aborts when the last of them has left. */
  readonly abandoned: AbortController;
  callers: number;
}

const wasDisconnected = 'It was disconnected.';

/** What an ensemble of a server's tools is to its roster: its states, and how it comes from one to the next. */
export function createMcpLife(definition: ServerDefinition, parts: McpParts) {
  const { startTimeout: start } = definition;
  const limits = { ...ordinaryServerLimits, ...parts.limits, ...(start === undefined ? {} : { start }) };
  const { clock } = parts;
  const changes = listeners<void>();
  const outdated = listeners<void>();
  const lists = listeners<ServerList>();
  const questions = createOpenQuestions(clock);
  const { handlers } = parts;
  const censor = createCensor();
  const patient = patientParts(censoredParts(parts, censor), answer => life.waitFor(answer));
  const attended = handlers === undefined ? patient : { ...patient, handlers: questions.attend(handlers) };
  let state: EnsembleState = { status: 'disconnected' };
  let attempt: Attempt | undefined;
  /** Aborts when it is disconnected: what began before does nothing afterwards. */
  let end = new AbortController();
  /** Until when an eager server is being started again and again. */
  let wanted: AbortSignal | undefined;
  /** All that wait for `connect` at present, whatever attempt that is about. */
  let connecting: Waiting | undefined;

  const offerings = createOfferings({
    definition,
    parts,
    invocable,
    onChange() {
      outdated.fire();
      announce();
    },
  });
  const life = new ServerLife({
    name: definition.name,
    clock,
    limits,
    tellable: censor.censored,
    open,
    onChange() {
      if (life.status === 'running' && state.status === 'failed') become({ status: 'ready' });
      else announce();
    },
    onLost() {
      log('warn', life.lastFailure.message);
      if (state.status === 'ready') become({ status: 'failed', error: life.lastFailure });
      if (definition.eager && state.status !== 'disconnected') void startEagerly(end.signal);
    },
  });

  const isRunning = () => life.status === 'running';
  const calling = { definition, parts: attended, questions, offerings, use, isRunning };

  async function open(signal: AbortSignal): Promise<ServerConnection> {
    const onList = (list: ServerList) => lists.fire(list);
    const options = { parts: attended, limits, signal, take: offerings.take, onList };
    try {
      const connection = await startServer(definition, options);
      return { ...connection, ended: connection.ended.then(censor.censored) };
    } catch (cause) {
      throw censor.fault(cause);
    }
  }

  function log(level: 'info' | 'warn', text: string): void {
    attended.log({ server: definition.name, level, from: 'host', text });
  }

  /** What happens on the way to being ready is announced by that. */
  function announce(): void {
    if (state.status !== 'connecting') changes.fire();
  }

  function become(next: EnsembleState): void {
    state = next;
    changes.fire();
  }

  function invocable(tool: Tool, self: () => Invoker): Invocable {
    return (args, context) => {
      // It was connected when its tools were offered. Whoever has ended it since would not see it started again.
      if (state.status === 'disconnected') throw errors.serverUnavailable(definition.name, wasDisconnected);
      return callOffered({ tool, invoker: self(), args, context }, calling);
    };
  }

  async function use<T>(request: (client: Client) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (state.status !== 'ready') await needed(signal);
    try {
      return await questions.during(() => useServer(life, request, signal));
    } catch (cause) {
      const fault = censor.fault(cause);
      noteFailure(fault);
      throw fault;
    }
  }

  /** What cannot be started when it is needed is not ready, though its tools may be known. */
  function noteFailure(cause: unknown): void {
    if (life.status !== 'stopped' || state.status !== 'ready') return;
    become({
      status: 'failed',
      error: life.lastFailure.message === '' ? serverFailure(reasonOf(cause), cause) : life.lastFailure,
    });
  }

  /** Whoever asks a server for something wants it connected. */
  async function needed(signal: AbortSignal): Promise<void> {
    if (state.status !== 'ready') await connect(signal);
    if (state.status === 'failed') throw errors.serverUnavailable(definition.name, state.error.message);
  }

  /**
   * An eager server is wanted whether anybody calls it or not, until the signal says that it is disconnected. That it
   * cannot be started is told at once, for nobody need call it to hear that.
   */
  async function startEagerly(signal: AbortSignal): Promise<void> {
    if (wanted === signal) return;
    wanted = signal;
    while (!signal.aborted && !isRunning()) {
      if (life.rest === 0) await life.run().catch(cause => noteEagerFailure(cause, signal));
      else await clock.sleep(life.rest, signal);
    }
    if (wanted === signal) wanted = undefined;
  }

  /** What came of it last is shown, and logged only once; that it was disconnected is no failure. */
  function noteEagerFailure(cause: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (state.status === 'ready') log('warn', life.lastFailure.message);
    if (state.status === 'failed')
      become({
        status: 'failed',
        error: life.lastFailure.message === '' ? serverFailure(reasonOf(cause), cause) : life.lastFailure,
      });
    else noteFailure(cause);
  }

  async function connect(signal: AbortSignal): Promise<void> {
    if (state.status === 'ready') return;
    // That nobody waited is told before somebody waits anew.
    if (connecting?.abandoned.signal.aborted) await connecting.over;
    connecting ??= startWaiting();
    const ours = connecting;
    ours.callers++;
    const outcome = await orAborted(ours.over, signal);
    ours.callers--;
    if (outcome !== aborted || ours.callers > 0) return;
    ours.abandoned.abort('Nobody waits any more.');
    await ours.over;
  }

  function startWaiting(): Waiting {
    const abandoned = new AbortController();
    const over = wait(abandoned.signal).finally(() => {
      if (connecting === ours) connecting = undefined;
    });
    const ours: Waiting = { over, abandoned, callers: 0 };
    return ours;
  }

  async function wait(signal: AbortSignal): Promise<void> {
    const ended = end.signal;
    // Whoever hears of the change may call `connect` in turn, and must then find this attempt under way.
    await undefined;
    if (ended.aborted) return;
    if (attempt === undefined && life.rest > 0) return become({ status: 'failed', error: life.lastFailure });
    attempt ??= { since: clock.monotonic(), work: makeReady() };
    const ours = attempt;
    const left = ours.since + limits.firstSight - clock.monotonic();
    if (left <= 0) return;
    become({ status: 'connecting' });
    const enough = new AbortController();
    const late = clock.sleep(left, enough.signal).then(() => 'late' as const);
    const first = await orAborted(Promise.race([ours.work, late]), signal);
    enough.abort('over');
    if (ours !== attempt || first === undefined) return;
    const why = first === aborted ? 'Nobody waited for it to start.' : 'It needs long to start.';
    become({
      status: 'failed',
      error: serverFailure(`${why} It goes on starting, and its tools will be there when it has.`),
    });
  }

  /** Never rejects. What a `disconnect` has overtaken changes nothing any more. */
  async function makeReady(): Promise<void> {
    await undefined;
    const ours = attempt;
    const settle = (next: EnsembleState) => {
      if (ours !== attempt) return;
      attempt = undefined;
      become(next);
    };
    try {
      const isKnown = await offerings.recall();
      if (ours !== attempt) return;
      if (!isKnown) await life.run();
      else if (definition.eager) void startEagerly(end.signal);
      settle({ status: 'ready' });
    } catch {
      // Whoever shows no states, such as a terminal, still shows what is logged.
      if (ours === attempt) log('warn', life.lastFailure.message);
      settle({ status: 'failed', error: life.lastFailure });
      if (definition.eager && state.status === 'failed') void startEagerly(end.signal);
    }
  }

  async function disconnect(): Promise<void> {
    end.abort('disconnected');
    end = new AbortController();
    attempt = undefined;
    connecting = undefined;
    life.forgive();
    const stopping = life.stop();
    if (state.status !== 'disconnected') become({ status: 'disconnected' });
    await Promise.all([stopping, offerings.kept()]);
  }

  return {
    offerings,
    life,
    questions,
    use,
    state: () => state,
    connect,
    disconnect,
    async restart(signal: AbortSignal) {
      await disconnect();
      await connect(signal);
      // A turn would not wait so long; whoever starts it by hand wants to hear what came of it.
      if (state.status === 'ready' || life.status === 'starting')
        await runServer(life, signal).catch(noteFailure);
    },
    async run(signal: AbortSignal) {
      await needed(signal);
      return runServer(life, signal);
    },
    onDidChange: changes.listen,
    onDidOutdate: outdated.listen,
    onDidChangeList: lists.listen,
  };
}
