import { createRoot } from 'react-dom/client'
import { App } from './App'
import { showTheme } from './ui/theme'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/parts.css'
import './styles/search.css'
import './styles/time.css'
import './styles/charts.css'

showTheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
