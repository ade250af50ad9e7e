import './kit/trusted-types';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startAutosave } from './shelf/autosave';
import { Boundary } from './kit/Boundary';
import { embedded } from './kit/embedding';
import { startFailureNotices, tellFailure } from './page/failure-notices';
import { holdDrops } from './page/held-drops';
import { startImports } from './shelf/imports';
import { pictured } from './shelf/pictured';
import { startNavigation } from './shelf/navigation';
import { PartFailed } from './kit/lazily';
import { startPipeline } from './workers/pipeline';
import { followPage } from './shelf/preferences';
import { App } from './page/App';
import { PANELS } from './panels/registry';
import { store } from './store/store';
import './kit/fonts.css';
import './kit/tokens.css';
import './kit/base.css';
import './kit/controls.css';
import './page/page.css';
import './notebook/result-strip.css';
import './notebook/notebook.css';
import './kit/contrast.css';
import './kit/print.css';

store.setState({ panels: PANELS });
startFailureNotices();
holdDrops();
followPage();
startPipeline();
startImports();
if (!embedded) {
  startAutosave();
  pictured.keeping = {
    draw: async (picture) => (await import('./notebook/outputs/Picture')).miniatureOf(picture),
    write: async (id, miniature) => (await import('./shelf/shelf')).writePicture(id, miniature),
  };
}
startNavigation();
if (!embedded && import.meta.env.PROD) void import('./page/when-idle').then(({ startIdleWork }) => startIdleWork());

const root = document.getElementById('root');
if (root === null) throw new Error('internal error: the page has no root');
createRoot(root, { onCaughtError: tellFailure }).render(
  <StrictMode>
    <Boundary fallback={(error, retry) => <PartFailed error={error} retry={retry} />}>
      <App />
    </Boundary>
  </StrictMode>,
);
