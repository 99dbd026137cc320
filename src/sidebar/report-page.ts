/** The extension escapes what others wrote. */

declare function acquireVsCodeApi(): { postMessage(message: 'ready'): void };

const report = document.querySelector('main');
window.addEventListener('message', ({ data }: MessageEvent<string>) => {
  if (report !== null) report.innerHTML = data;
});
report?.addEventListener('click', ({ target }) => {
  const header = target instanceof Element ? target.closest('button')?.closest('th') : undefined;
  if (header) sortBy(header);
});
acquireVsCodeApi().postMessage('ready');

/** Numbers begin with the largest, names with the first; the same header again turns it around. */
function sortBy(header: HTMLTableCellElement): void {
  const body = header.closest('table')?.tBodies[0];
  if (body === undefined) return;
  const amountOf = (row: HTMLTableRowElement) => row.cells[header.cellIndex]?.dataset.value;
  const nameOf = (row: HTMLTableRowElement) => row.cells[0]?.textContent ?? '';
  const rows = [...body.rows];
  const first = rows.some(row => amountOf(row) !== undefined) ? 'descending' : 'ascending';
  const other = first === 'ascending' ? 'descending' : 'ascending';
  const order = header.ariaSort === first ? other : first;
  for (const each of header.parentElement?.children ?? []) each.removeAttribute('aria-sort');
  header.ariaSort = order;
  const sign = order === 'ascending' ? 1 : -1;
  const difference = (one: HTMLTableRowElement, two: HTMLTableRowElement) =>
    Number(amountOf(one) ?? 0) - Number(amountOf(two) ?? 0) || nameOf(one).localeCompare(nameOf(two));
  body.append(...rows.sort((one, two) => sign * difference(one, two)));
}
