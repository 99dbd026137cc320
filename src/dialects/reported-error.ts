/** What a server sent in the middle of a stream instead of the next event. */
export class ReportedError extends Error {
  /** An object, or whatever else it was. */
  readonly report: unknown;

  constructor(report: unknown) {
    super('The server reports an error.');
    this.report = report;
  }
}
