import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { errors } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { ServerDefinition, StdioServer } from '../definition/server-definition.ts';
import { findLaunch } from '../process/find-launch.ts';
import type { ProcessPorts } from '../process/process-ports.ts';
import { StdioTransport } from '../process/stdio-transport.ts';
import type { HandshakeOptions } from './handshake.ts';
import type { OpenTransport, ServerConnection } from './server-connection.ts';

export interface ConnectServerOptions extends HandshakeOptions {
  readonly process: ProcessPorts;
}

/** Contract: the definition has no placeholders left. The client library loads while the process starts. */
export async function connectServer(
  definition: ServerDefinition,
  options: ConnectServerOptions,
): Promise<ServerConnection> {
  const { transport } = definition;
  if (transport.kind === 'stdio') return connectStdio(definition, transport, options);
  const [{ connectHttp }, { shakeHands }] = await Promise.all([
    import('./connect-http.ts'),
    import('./handshake.ts'),
  ]);
  return connectHttp(definition, transport, {
    signIns: options.connection.signIns,
    connect: (open, known) => shakeHands(definition, open, { ...withoutEra(options), ...known }),
  });
}

async function connectStdio(
  definition: ServerDefinition,
  server: StdioServer,
  options: ConnectServerOptions,
): Promise<ServerConnection> {
  const { process, signal } = options;
  const launch = await prepareLaunch(definition, server, options);
  const slot = await process.slots?.take(signal);
  let first: OpenTransport | undefined = launch();
  const open = () => {
    const transport = first ?? launch();
    first = undefined;
    return transport;
  };
  try {
    return await connectOldOrNew(definition, open, options);
  } finally {
    slot?.dispose();
    await first?.close();
  }
}

async function connectOldOrNew(
  definition: ServerDefinition,
  open: () => OpenTransport,
  options: ConnectServerOptions,
): Promise<ServerConnection> {
  const { signal, limits } = options;
  const { shakeHands, whyRefused } = await import('./handshake.ts');
  return await shakeHands(definition, open, options).catch(cause => {
    const why = signal.aborted ? undefined : whyRefused(cause);
    if (options.isOld && (why === 'refused' || why === 'only-new'))
      return shakeHands(definition, open, withoutEra(options));
    // This server speaks only the newest specification, and started too slowly to say so in time.
    if (why === 'only-new')
      return shakeHands(definition, open, { ...options, limits: { ...limits, probe: limits.start } });
    // Some old servers exit at any message before `initialize`, and say of it whatever they like.
    if (why === 'ended-when-asked') return shakeHands(definition, open, { ...options, isOld: true });
    throw cause;
  });
}

/** Asking a server at an address for its version costs no wait, so it is asked anew each time. */
function withoutEra({ isOld: _, ...options }: ConnectServerOptions): Omit<ConnectServerOptions, 'isOld'> {
  return options;
}

async function prepareLaunch(
  { name, folder: own }: ServerDefinition,
  server: StdioServer,
  { process, connection, clock, limits, signal }: ConnectServerOptions,
): Promise<() => OpenTransport> {
  const { environment, loginPath, guard } = process;
  const folder = own ?? process.folder;
  // This may wait for the login shell, which can take any time.
  const finding = findLaunch(server, defined({ name, environment, loginPath, folder }));
  const launch = await orAborted(finding, signal);
  if (launch === aborted) throw errors.cancelled();
  const options = defined({
    clock,
    shutdown: limits.shutdown,
    onLine: (text: string) => connection.log({ server: name, level: 'info', from: 'stderr', text }),
    guard: guard && ((pid: number) => guard.watch(pid)),
  });
  return () => new StdioTransport(launch, options);
}
