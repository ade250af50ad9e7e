import * as Comlink from 'comlink';
import { createLanguageService } from '../src/services/language-service';

Comlink.expose(createLanguageService());
