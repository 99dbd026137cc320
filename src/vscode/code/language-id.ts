import * as vscode from 'vscode';

/** Models write these names behind a fence, where VS Code has another id. */
const ids: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  'c++': 'cpp',
  'c#': 'csharp',
  console: 'shellscript',
  golang: 'go',
  js: 'javascript',
  jsx: 'javascriptreact',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  ts: 'typescript',
  tsx: 'typescriptreact',
  yml: 'yaml',
  zsh: 'shellscript',
};

export async function languageIdOf(language: string): Promise<string | undefined> {
  const id = (Object.hasOwn(ids, language) ? ids[language] : undefined) ?? language;
  return (await vscode.languages.getLanguages()).includes(id) ? id : undefined;
}
