import { embedded } from '../kit/embedding';
import { lazily } from '../kit/lazily';
import { useAppStore } from '../store/hooks';
import { Masthead } from './Masthead';
import { NotebookColumn } from '../notebook/NotebookColumn';
import { Notices } from './Notices';
import { PanelArea } from '../panels/area/PanelArea';
import { Covered } from '../panels/shared/Covered';
import { PictureView, type PictureViewProps } from '../panels/shared/picture-view';
import { PaneDivider } from '../panels/area/Panes';
import { ResultStrip } from '../notebook/ResultStrip';

const Picture = lazily<PictureViewProps>(() => import('../notebook/outputs/Picture').then((module) => module.Picture));
const FileDrop = lazily(() => import('./FileDrop').then((module) => module.FileDrop));
const EmbedLink = lazily(() => import('./EmbedLink').then((module) => module.EmbedLink));

export function App() {
  const wide = useAppStore((state) => state.wide);
  return (
    <div className="page">
      <button
        type="button"
        className="skip button outlined"
        onClick={() => {
          document.getElementById('result')?.focus();
        }}
      >
        Skip to result
      </button>
      {embedded ? <EmbedLink fallback={<div className="embed-link" />} /> : <Masthead />}
      <main className="workbench">
        <NotebookColumn />
        {wide && (
          <>
            <Covered part="result-strip">
              <ResultStrip />
            </Covered>
            <PictureView value={Picture}>
              <PanelArea />
            </PictureView>
            <PaneDivider sharing="columns" />
          </>
        )}
      </main>
      <Notices />
      <FileDrop />
    </div>
  );
}
