/** Builds the page, serves it and prints its address: `npm start`. */
import { build, preview } from 'vite';

await build({ logLevel: 'warn' });
const server = await preview({ preview: { strictPort: false } });
const [address] = server.resolvedUrls?.local ?? [];
console.log(`\nPullback is running at ${address}\n(press Ctrl+C to stop)`);
