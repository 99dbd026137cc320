/** A server sent this in the middle of a stream instead of the next event. */
export class ReportedError extends Error {
  readonly report: unknown;

  constructor(report: unknown) {
    super('The server reports an error.');
    this.report = report;
  }
}
