/** `?embed=1`: shown in a frame of someone's page, without chrome. Such a page reads and writes nothing in the browser. */
export const embedded = new URLSearchParams(location.search).get('embed') === '1';
