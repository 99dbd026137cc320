import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createLoggingServer } from './logging-server.ts';

const isStubborn = process.argv.includes('--stubborn');
if (process.argv.includes('--old')) {
  await createLoggingServer(isStubborn).connect(new StdioServerTransport());
} else {
  serveStdio(() => createLoggingServer(), { legacy: 'reject' });
}
