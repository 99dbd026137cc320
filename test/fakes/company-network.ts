import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import type { HttpListener } from './mcp/http-listener.ts';

export interface Outside {
  readonly host: string;
  /** Where that host really is: the address of a server on this machine, without TLS. */
  readonly at: string;
}

export interface CompanyNetwork extends HttpListener {
  /** Of the authority that nobody but the company trusts, as PEM. */
  readonly certificate: string;
  /** To which hosts and ports the way was asked, in order. */
  readonly asked: readonly string[];
}

/**
 * The network of a company: whoever wants to get outside goes through its proxy, which looks into what is encrypted and
 * vouches for every host by a certificate of the company's own.
 */
export async function startCompanyNetwork({ host, at }: Outside): Promise<CompanyNetwork> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const { authority, site } = await makeCertificates(host);
  const proxy = createServer((_request, response) => void response.writeHead(403).end());
  proxy.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  proxy.on('connect', ({ url = '' }, socket: Socket) => {
    asked.push(url);
    socket.on('error', () => {});
    if (url !== `${host}:443`) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    const { private: key, cert } = site;
    const opened = new TLSSocket(socket, { isServer: true, key, cert });
    const behind = connect(Number(new URL(at).port), '127.0.0.1');
    // Either end may be gone before the other has noticed.
    opened.on('error', () => behind.destroy());
    behind.on('error', () => opened.destroy());
    opened.pipe(behind).pipe(opened);
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    certificate: authority.cert,
    asked,
    async close() {
      const closed = new Promise<void>(resolve => proxy.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Of an authority, and of a host for which it vouches. */
async function makeCertificates(host: string) {
  const kind = { keyType: 'ec', algorithm: 'sha256' } as const;
  const authority = await generate([{ name: 'commonName', value: 'The company' }], {
    ...kind,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const site = await generate([{ name: 'commonName', value: host }], {
    ...kind,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    ],
  });
  return { authority, site };
}
