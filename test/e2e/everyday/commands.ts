import assert from 'node:assert/strict';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testCommands(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { view, press, begin, send, pressButton } = steps;
  const { button, asked, answered, shoot, shootInThemes } = steps;

  before(begin);

  const runLine = (command: string) => send(`/invoke shell:run_command ${JSON.stringify({ command })}`);
  const line = 'echo first && echo second | tr a-z A-Z';

  it('are asked about with the whole line, and run unasked once exactly this line is allowed', async () => {
    await runLine(line);
    await asked();
    await view().getByText(`Run ${line}?`, { exact: true }).waitFor();
    await view().getByText('A line for the shell can run any program.').first().waitFor();
    await shootInThemes('command-question');
    await pressButton('Allow More…');
    await view().getByLabel('Which calls').waitFor();
    await press('Tab', 'ArrowDown');
    await shoot('command-question-more');
    await press('Tab', 'Enter');
    await answered();
    await view().getByText('Exit code 0 after').first().waitFor();
    await view().getByText('SECOND').first().waitFor();
    await shoot('command-output');

    await begin();
    await runLine(line);
    await view().getByText('Exit code 0 after').first().waitFor();
    await answered();
    assert.equal(await button('Allow Once').count(), 0);
  });

  it('are asked about where anything else is in the line', async () => {
    await runLine(`${line}; echo third`);
    await asked();
    await pressButton('Deny');
    await answered();
    await view().getByText('was not allowed to run').first().waitFor();
  });
}
