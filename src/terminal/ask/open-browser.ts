import { spawn } from 'node:child_process';

/** Shows the address, too, for machines without a browser. The address passes through no shell. */
export async function openBrowser(page: URL): Promise<void> {
  process.stderr.write(`  Open ${page.href}\n`);
  const [program, ...args] = opener(page.href);
  if (program === undefined) return;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function opener(address: string): readonly string[] {
  switch (process.platform) {
    case 'darwin':
      return ['open', address];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', address];
    default:
      return ['xdg-open', address];
  }
}
