import './trusted-types';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startAutosave } from './client/autosave';
import { embedded } from './client/embedding';
import { startNavigation } from './client/navigation';
import { startPipeline } from './client/pipeline';
import { followPage } from './client/preferences';
import { App } from './ui/App';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/page.css';
import './ui/notebook.css';
import './ui/contrast.css';
import './ui/print.css';

followPage();
startPipeline();
if (!embedded) startAutosave();
startNavigation();
if (!embedded && import.meta.env.PROD)
  void import('./client/service-worker').then(({ startServiceWorker }) => startServiceWorker());

const root = document.getElementById('root');
if (root === null) throw new Error('internal error: the page has no root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
