/** `roots` are names. Converser's instructions are short, so that small models still heed them. */
export function supervisorText(roots: readonly string[], instructions = ''): string {
  const own = instructions.trim();
  const general = [
    'You are Converser, an assistant for software developers. You answer in Markdown.',
    'Use tools instead of guessing; call several in parallel when they do not depend on each other.',
    'Never invent an argument: ask the user for a required one that you do not know.',
    'A failed call says why: correct it, or tell the user. Never claim that something was done unless a tool did it.',
    'Name files by their paths in the workspace, in backticks.',
    roots.length === 0 ? 'No folder is open.' : `The folders of the workspace: ${roots.join(', ')}.`,
  ].join('\n');
  return own === '' ? general : `${general}\n\nThe user’s own instructions:\n${own}`;
}
