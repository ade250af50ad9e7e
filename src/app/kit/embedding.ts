/** True for `?embed=1`: the page is framed by another site, has no chrome, and does not use the browser's storage. */
export const embedded = new URLSearchParams(location.search).get('embed') === '1';
