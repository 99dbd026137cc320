/** The extension escapes what others wrote. */

declare function acquireVsCodeApi(): { postMessage(message: 'ready'): void };

const report = document.querySelector('main');
window.addEventListener('message', ({ data }: MessageEvent<string>) => {
  if (report !== null) report.innerHTML = data;
});
acquireVsCodeApi().postMessage('ready');
