import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { downloadedVscode, installPackage, wantsDesktop } from '../desktop-vscode.ts';
import { say } from '../ground/say.mjs';
import { extensionPackage } from '../package-extension.ts';
import { removeFolder } from '../remove-folder.ts';
import { inspectPort } from '../serve-workbench.ts';
import type { VscodeRun } from './vscode-suite.ts';

/**
 * Runs tests in a desktop VS Code of its own version and profile, beside the one that somebody may be using.
 *
 * @returns false when this machine cannot have one
 */
export async function inDesktop(run: VscodeRun): Promise<boolean> {
  if (!wantsDesktop()) return false;
  const vscodeExecutablePath = await downloadedVscode();
  if (!vscodeExecutablePath) return false;
  const profile = await mkdtemp(path.join(tmpdir(), 'converser-desktop-'));
  try {
    await mkdir(path.join(profile, 'User'), { recursive: true });
    const settings = {
      'security.workspace.trust.startupPrompt': 'never',
      'update.mode': 'none',
      'workbench.welcomePage.walkthroughs.openOnInstall': false,
    };
    await writeFile(path.join(profile, 'User', 'settings.json'), JSON.stringify(settings));
    const profileArguments = [
      `--user-data-dir=${profile}`,
      `--extensions-dir=${path.join(profile, 'extensions')}`,
    ];
    const { file } = await extensionPackage();
    await installPackage(vscodeExecutablePath, { file, profileArguments });
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: [run.extension, ...run.companions],
      extensionTestsPath: run.extensionTests,
      extensionTestsEnv: { ...run.environment },
      launchArgs: [
        run.folder,
        ...profileArguments,
        '--disable-telemetry',
        '--skip-welcome',
        ...(run.inspect ? [`--inspect-brk-extensions=${inspectPort}`] : []),
        ...(run.trust ? ['--disable-workspace-trust'] : []),
      ],
    });
  } catch (error) {
    // Failed tests are counted by their tally; this line is for a VS Code that did not get so far.
    say(`  VS Code: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await removeFolder(profile);
  }
  return true;
}
