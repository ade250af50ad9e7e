import { createServer } from 'node:http';
import { listening, type Site } from './site';

/** Collects what goes wrong in a page, before its own scripts run; `problemsIn` reads it. */
const WATCH = `
  const problems = globalThis.problems = [];
  // A size that changes again within a frame is told in the next one, and WebKit says so.
  addEventListener('error', ({ message }) => message.startsWith('ResizeObserver loop') || problems.push('error: ' + message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push('rejection: ' + reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    problems.push('violation of the policy: ' + violatedDirective + ' ' + blockedURI + ' ' + sample));
  const { error } = console;
  console.error = (...what) => { problems.push('console.error: ' + what.join(' ')); error.apply(console, what); };
`;

/** Another address of a site whose pages are watched, and which can go away while pages of it are open. */
export async function watchedSite(address: string): Promise<Site> {
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/watch.js') {
        response.setHeader('content-type', 'text/javascript').end(WATCH);
        return;
      }
      const answer = await fetch(new URL(request.url ?? '/', address), { headers: { 'accept-encoding': 'identity' } });
      const body = Buffer.from(await answer.arrayBuffer());
      const html = answer.headers.get('content-type')?.startsWith('text/html') === true;
      for (const name of ['content-type', 'content-security-policy', 'x-content-type-options', 'referrer-policy'])
        if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name) ?? '');
      response.writeHead(answer.status);
      response.end(html ? String(body).replace('<head>', '<head><script src="/watch.js"></script>') : body);
    })();
  });
  return listening(server);
}
