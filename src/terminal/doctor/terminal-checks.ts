import { defined } from '../../converser/ground/json/defined.ts';
import { formatDiagnostic } from '../../ensembles/descriptors/mistakes/diagnostic.ts';
import { locateCommand } from '../../ensembles/process/locate-command.ts';
import { createLoginPath } from '../../ensembles/process/login-path.ts';
import { commandCheck } from '../../gateway/doctor/command-check.ts';
import { guardCheck, runsCheck } from '../../gateway/doctor/door-checks.ts';
import { ensembleCheck } from '../../gateway/doctor/ensemble-check.ts';
import type { Check, Finding } from '../../gateway/doctor/finding.ts';
import { mcpCheck } from '../../gateway/doctor/mcp-check.ts';
import { modelCheck } from '../../gateway/doctor/model-checks.ts';
import type { DoctorOptions } from '../command-line/command-line.ts';
import type { Terminal } from '../open-terminal.ts';
import type { ExaminedDoor } from './find-door.ts';
import { inTerminal, terminalRemedies } from './terminal-remedies.ts';

export interface Examined {
  readonly terminal: Terminal;
  readonly door: ExaminedDoor;
  readonly keys: readonly Finding[];
}

export function terminalChecks(
  options: DoctorOptions,
  { terminal, door: { state, access, remedy }, keys }: Examined,
): readonly Check[] {
  const environment = process.env;
  const loginPath = createLoginPath({ environment });
  const tools = ensembleCheck(terminal.converser.roster);
  const checks = [
    runsCheck(state),
    { title: 'Keys', run: async () => keys },
    ...(access === undefined ? [] : [guardCheck(access)]),
    // Listing the tools starts the ensembles, so their check knows more afterwards.
    ...(access === undefined ? [tools] : inOrder(mcpCheck(access), tools)),
    models(options, terminal),
    ...descriptors(terminal.mistakes),
    commandCheck(command => locateCommand(command, { environment, loginPath }), 'check again'),
  ];
  // What was found of a model provider has its name.
  const serverOf = ({ title }: Finding) =>
    terminal.providers.find(({ server }) => server.label === title)?.server ?? options.server;
  const remediesFor = (finding: Finding) => terminalRemedies(defined({ server: serverOf(finding) }), remedy);
  return checks.map(check => inTerminal(check, remediesFor));
}

function inOrder(first: Check, second: Check): readonly Check[] {
  const over = Promise.withResolvers<void>();
  return [
    { ...first, run: signal => first.run(signal).finally(over.resolve) },
    { ...second, run: signal => over.promise.then(() => second.run(signal)) },
  ];
}

function models(
  { model, settings }: DoctorOptions,
  { converser: { models: all }, providers }: Terminal,
): Check {
  const isThere = async (name: string, signal: AbortSignal) => (await all.find(name, signal)) !== undefined;
  const check = modelCheck({
    providers: signal => Promise.all(providers.map(({ ask }) => ask(signal))),
    chosen: async signal =>
      model === undefined ? undefined : { name: model, isThere: await isThere(model, signal) },
  });
  return {
    ...check,
    async run(signal) {
      const missing = async (name: string) => ((await isThere(name, signal)) ? [] : [missingFallback(name)]);
      const fallbacks = [...new Set(Object.values(settings.fallbacks).flat())];
      return (await Promise.all([check.run(signal), ...fallbacks.map(missing)])).flat();
    },
  };
}

function missingFallback(name: string): Finding {
  return {
    state: 'bad',
    title: 'Fallback',
    found: `${name} is not available.`,
    remedy: { text: 'Choose another one with --fallback NAME.' },
  };
}

function descriptors(mistakes: Terminal['mistakes']): readonly Check[] {
  if (mistakes.length === 0) return [];
  const findings = mistakes.map((mistake): Finding => {
    const found = formatDiagnostic(mistake);
    return mistake.severity === 'warning'
      ? { state: 'warning', title: 'Warning', found }
      : { state: 'bad', title: 'Mistake', found };
  });
  return [{ title: 'Descriptors', run: async () => findings }];
}
