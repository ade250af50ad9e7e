/**
 * Imported first by main.tsx. Lets `new Worker(new URL(...))` work under `require-trusted-types-for 'script'`, for our
 * own origin only. There is deliberately no createHTML: a string given to innerHTML throws.
 */
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`refused script URL ${url}`);
    return url;
  },
});
