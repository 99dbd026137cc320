/** For hosts without an editor. Resolves to `undefined` if the npm package isn't installed. */
export async function packagedRipgrep(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    return undefined;
  }
}
