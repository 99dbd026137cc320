import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listeners } from '../../../src/converser/ground/async/listeners.ts';
import { defined } from '../../../src/converser/ground/json/defined.ts';
import { createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import { serverErrors } from '../../../src/converser/words/ensemble/server-errors.ts';
import type {
  ConnectionPorts,
  ServerLogLine,
} from '../../../src/ensembles/mcp/connection/connection-ports.ts';
import type {
  ServerDefinition,
  ServerTransport,
} from '../../../src/ensembles/mcp/definition/server-definition.ts';
import type { McpPorts, ToolPorts } from '../../../src/ensembles/mcp/ensemble/mcp-ports.ts';
import type { ProcessPorts } from '../../../src/ensembles/mcp/process/process-ports.ts';
import type { BeforeStartPorts } from '../../../src/ensembles/mcp/server/before-start-ports.ts';
import type { ConnectionAuth } from '../../../src/ensembles/mcp/sign-in/connection-auth.ts';
import { eventually } from '../../eventually.ts';
import { programFile } from '../../program-file.ts';
import { aServer } from './example-definition.ts';

const packages = {
  everything: import.meta.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: import.meta.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: import.meta.resolve('@modelcontextprotocol/server-memory/package.json'),
};

/** The program of an npm package with a server in it. */
export function serverProgram(name: keyof typeof packages): string {
  return programFile(name, path.join(path.dirname(fileURLToPath(packages[name])), 'dist', 'index.js'));
}

/** One of the servers under `test/fakes/mcp`. */
export function fakeProgram(name: string): string {
  return programFile(path.basename(name, '.ts'), path.resolve(import.meta.dirname, '../../fakes/mcp', name));
}

export function stdio(...args: readonly string[]): ServerTransport {
  return { kind: 'stdio', command: process.execPath, args, env: compileCache };
}

/** Servers share the modules that the tests have compiled: starting them is most of the time of these tests. */
const { NODE_COMPILE_CACHE: folder } = process.env;
const compileCache = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };

export function misbehaving(...options: readonly string[]): ServerTransport {
  return stdio(fakeProgram('misbehaving-stdio.ts'), ...options);
}

export function define(transport: ServerTransport, more: Partial<ServerDefinition> = {}): ServerDefinition {
  const source = { kind: 'descriptor', place: '/e/tried.toml' } as const;
  const { folder: _, ...usual } = aServer();
  return { ...usual, name: 'tried', origin: 'user', source, ...more, transport };
}

export const never = () => new AbortController().signal;

/** Ports that log into a list. */
export interface TriedPorts extends McpPorts {
  readonly logged: readonly ServerLogLine[];
  /** Resolves with the first line that matches, whether it is logged already or later. */
  line(pattern: RegExp, from?: ServerLogLine['from']): Promise<string>;
}

/** All ports of all groups, each optional. */
export type SomePorts = Partial<
  Pick<McpPorts, 'clock' | 'limits'> & ProcessPorts & ConnectionPorts & BeforeStartPorts & ToolPorts
>;

export function createPorts(more: SomePorts = {}): TriedPorts {
  const logged: ServerLogLine[] = [];
  const lines = listeners<void>();
  const found = (pattern: RegExp, by?: ServerLogLine['from']) =>
    logged.find(({ text, from }) => pattern.test(text) && (by === undefined || by === from));
  const { clock = createSystemClock(), limits = {}, environment = process.env, folder, ...others } = more;
  const { loginPath = async () => undefined, guard, slots, log, logLevels, handlers, signIns } = others;
  const { approve, fillIn, secrets, memory, inspect, mayInstruct, report } = others;
  return {
    clock,
    limits,
    process: defined({ environment, folder, loginPath, guard, slots }),
    connection: defined({
      log: (line: ServerLogLine) => {
        log?.(line);
        logged.push(line);
        lines.fire();
      },
      logLevels,
      handlers,
      signIns,
    }),
    beforeStart: defined({ approve, fillIn, secrets }),
    tools: defined({ memory, inspect, mayInstruct, report }),
    logged,
    async line(pattern, from) {
      await eventually(lines.listen, () => found(pattern, from) !== undefined);
      return found(pattern, from)?.text ?? '';
    },
  };
}

/** An account without a token, where nothing helps, except as it is said. */
export function signInsBy(own: Partial<ConnectionAuth>): NonNullable<SomePorts['signIns']> {
  const onUnauthorized = () => Promise.reject(serverErrors.signInNeeded('tried'));
  const nothing = { canHelp: () => false, signIn: async () => {}, settled: () => {} };
  const authProvider = { token: async () => undefined, onUnauthorized };
  return { forConnection: async (_definition, fetch) => ({ authProvider, fetch, ...nothing, ...own }) };
}
