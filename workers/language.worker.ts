import * as Comlink from 'comlink';
import { createLanguageService } from '../src/services/language-service';
import { createYield } from './event-loop';

Comlink.expose(createLanguageService(createYield()));
