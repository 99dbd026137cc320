import { aborted, orAborted } from '../../../converser/async/abort.ts';
import { errors } from '../../../converser/errors.ts';
import type { ServerDefinition, StdioServer } from '../definition/server-definition.ts';
import { findLaunch } from '../process/find-launch.ts';
import type { LoginPath } from '../process/login-path.ts';
import type { ProcessGuard } from '../process/process-guard.ts';
import type { StartPlaces } from '../process/start-slots.ts';
import { StdioTransport } from '../process/stdio-transport.ts';
import type { ConnectOverOptions } from './handshake.ts';
import type { OpenTransport, ServerConnection } from './server-connection.ts';

export interface ConnectServerOptions extends Omit<ConnectOverOptions, 'isOld'> {
  readonly loginPath: LoginPath;
  readonly guard?: ProcessGuard;
  readonly places?: StartPlaces;
}

/**
 * Starts or finds a server whose values are filled in, and agrees with it on the newest specification both know.
 *
 * What speaks the protocol is loaded while the process starts, which takes longer.
 */
export async function connectServer(
  definition: ServerDefinition,
  options: ConnectServerOptions,
): Promise<ServerConnection> {
  const { transport } = definition;
  if (transport.kind === 'stdio') return connectStdio(definition, transport, options);
  const [{ connectHttp }, { connectOver }] = await Promise.all([
    import('./connect-http.ts'),
    import('./handshake.ts'),
  ]);
  return connectHttp(definition, transport, {
    surroundings: options.surroundings,
    connect: (open, known) => connectOver(definition, open, { ...options, ...known }),
  });
}

async function connectStdio(
  definition: ServerDefinition,
  server: StdioServer,
  options: ConnectServerOptions,
): Promise<ServerConnection> {
  const { signal, limits, places } = options;
  const start = await readyToStart(definition, server, options);
  const place = await places?.take(signal);
  let first: OpenTransport | undefined = start();
  const open = () => {
    const transport = first ?? start();
    first = undefined;
    return transport;
  };
  try {
    const { connectOver, whyRefused } = await import('./handshake.ts');
    return await connectOver(definition, open, options).catch(cause => {
      const why = signal.aborted ? undefined : whyRefused(cause);
      // One that knows only the newest specification, and started too late to say so in time.
      if (why === 'only-new') {
        return connectOver(definition, open, { ...options, limits: { ...limits, probe: limits.start } });
      }
      // Some old servers end when they are asked anything before `initialize`, the question for their age included.
      if (why === 'ended-when-asked') return connectOver(definition, open, { ...options, isOld: true });
      throw cause;
    });
  } finally {
    place?.dispose();
    await first?.close();
  }
}

/** Finds what is to be started; each call of what is returned starts it. */
async function readyToStart(
  definition: ServerDefinition,
  server: StdioServer,
  { surroundings, loginPath, guard, limits, signal }: ConnectServerOptions,
): Promise<() => OpenTransport> {
  const { environment, clock } = surroundings;
  const { name } = definition;
  const folder = definition.folder ?? surroundings.folder;
  const place = folder === undefined ? {} : { folder };
  // Asking the login shell takes as long as that likes.
  const launch = await orAborted(findLaunch(server, { name, environment, loginPath, ...place }), signal);
  if (launch === aborted) throw errors.cancelled();
  return () =>
    new StdioTransport(launch, {
      clock,
      goodbye: limits.goodbye,
      tell: text => surroundings.log({ server: name, level: 'info', from: 'stderr', text }),
      ...(guard === undefined ? {} : { guard: pid => guard.watch(pid) }),
    });
}
