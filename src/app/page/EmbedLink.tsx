import { useEffect, useState } from 'react';
import { linkTo } from '../shelf/share-link';
import { notebookTitle } from '../store/document';
import { useShared } from './use-shared';

/** The only chrome of an embedded page: a link that opens the same view in the full page. */
export function EmbedLink() {
  const shared = useShared();
  const [link, setLink] = useState<string>();
  useEffect(() => {
    let live = true;
    void linkTo(shared).then((made) => {
      if (live) setLink(made);
    });
    return () => {
      live = false;
    };
  }, [shared]);
  const title = notebookTitle(shared.notebook);
  useEffect(() => {
    document.title = `${title} · Pullback`;
  }, [title]);
  return (
    <nav className="embed-link" aria-label="Full page">
      <a href={link} target="_blank" rel="noopener">
        Open in Pullback
      </a>
    </nav>
  );
}
