import faulthandler

faulthandler.enable()
faulthandler._sigabrt()
