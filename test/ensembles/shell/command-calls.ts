import { commandKind } from '../../../src/ensembles/shell/described/command-kind.ts';
import type { ShellPorts } from '../../../src/ensembles/shell/shell.ts';
import { shellTools } from '../../../src/ensembles/shell/shell-tools.ts';
import { createDescribedCalls, type DescribedCallsOptions } from '../described-calls.ts';
import { createTempFolder } from '../temp-folder.ts';
import { createTestShell } from './test-shell.ts';

export interface CommandCallsOptions extends Partial<DescribedCallsOptions> {
  readonly workspace: ShellPorts['workspace'];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly shell?: Partial<ShellPorts>;
}

/** The descriptor of `shell:run_command`. */
const shipped = `[ensemble]
name = "shell"
kind = "local"
[[invokers]]
implementation = "run_command"
aliases = ["bash"]
`;

/** Tools that run commands: those of a descriptor, or `shell:run_command`. */
export async function createCommandCalls({
  workspace,
  descriptor = shipped,
  origin = descriptor === shipped ? 'shipped' : 'user',
  secrets = {},
  shell: ports,
  ...described
}: CommandCallsOptions) {
  const state = await createTempFolder();
  let shell: ReturnType<typeof createTestShell> | undefined;
  const calls = await createDescribedCalls({ ...described, descriptor, origin }, ({ secrets: known }) => {
    shell = createTestShell(workspace, { folder: state.path, secrets: known, ...ports });
    const kind = commandKind({ shell, secrets: { secret: async key => secrets[key], ...known } });
    return { tools: shellTools(shell), kinds: [kind] };
  });
  return {
    ...calls,
    state: state.path,
    async dispose() {
      await calls.dispose();
      await shell?.dispose();
      await state.dispose();
    },
  };
}
