export class ReportedError extends Error {
  readonly report: unknown;

  constructor(report: unknown) {
    super('The server reports an error.');
    this.report = report;
  }
}
