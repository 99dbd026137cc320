import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runLogged } from './ground/run-logged.mjs';
import { CannotGoOn, step } from './ground/say.mjs';

const run = promisify(execFile);

/**
 * Makes sure that Debian packages are installed, through apt-get where that is allowed without asking.
 *
 * On a system without dpkg nothing can be known, so nothing is said: what needed the packages will fail or
 * work by itself.
 */
export async function ensureDebianPackages(
  packages: readonly string[],
  { why }: { readonly why: string },
): Promise<void> {
  if (process.platform !== 'linux' || !(await works('dpkg-query', ['--version']))) return;
  const installed = await Promise.all(packages.map(isInstalled));
  const missing = packages.filter((_, index) => !installed[index]);
  if (missing.length === 0) return;

  const asRoot = await commandPrefix();
  if (!asRoot) {
    throw new CannotGoOn(
      `${why} needs packages that only root can install: sudo apt-get install ${missing.join(' ')}`,
    );
  }
  await step(`Installing ${missing.join(', ')} with apt-get (for ${why})`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runLogged([...asRoot, 'apt-get', 'update'], { env, logName: 'apt-get-update' });
    const install = ['apt-get', 'install', '--yes', '--no-install-recommends', ...missing];
    await runLogged([...asRoot, ...install], { env, logName: 'apt-get-install' });
  }).catch(() => {
    throw new CannotGoOn(`apt-get could not install what ${why} needs: apt-get install ${missing.join(' ')}`);
  });
}

async function isInstalled(name: string): Promise<boolean> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is dpkg's own placeholder.
  const format = '--showformat=${db:Status-Status}';
  const answer = await run('dpkg-query', ['--show', format, name]).catch(() => undefined);
  return answer?.stdout === 'installed';
}

/** What to put before a command so that root runs it; nothing when nobody here may do that unasked. */
async function commandPrefix(): Promise<['env'] | ['sudo', '--non-interactive'] | undefined> {
  if (!(await works('apt-get', ['--version']))) return undefined;
  if (process.getuid?.() === 0) return ['env'];
  return (await works('sudo', ['--non-interactive', 'true'])) ? ['sudo', '--non-interactive'] : undefined;
}

function works(program: string, programArguments: readonly string[]): Promise<boolean> {
  return run(program, [...programArguments]).then(
    () => true,
    () => false,
  );
}
