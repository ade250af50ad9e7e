/** The budgets of loading. What the page loads first is what its HTML names. */
const { existsSync, readFileSync } = require('node:fs');

const html = existsSync('dist/index.html') ? readFileSync('dist/index.html', 'utf8') : '';
const initial = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => `dist/${file}`);

module.exports = [
  { name: 'first JavaScript', path: initial, limit: '100 kB', brotli: true },
  { name: 'all JavaScript', path: 'dist/**/*.js', limit: '1.5 MB', brotli: true },
];
