/** The ripgrep of the npm package, for hosts that bring no editor; `undefined` when it was not installed. */
export async function packagedRipgrep(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    return undefined;
  }
}
